import type { Queryable } from '@tollgate/postgres';
import type { ReversalStore, SuspensionStore, TopupSuspension } from './ports';
import type { StoredReversal } from './reversal';

interface ReversalRow {
  readonly topup_id: string;
  readonly external_id: string;
  readonly kind: StoredReversal['kind'];
  readonly amount_minor: bigint;
  readonly restored_at: Date | null;
}

/** Reversals of one payment are few: a refund can be made in parts, a charge be disputed. */
const reversalsMax = 1_000;

export function createReversalStore(sql: Queryable): ReversalStore {
  return {
    async list(topupId) {
      const { rows } = await sql.query<ReversalRow>(
        'SELECT * FROM topup_reversals WHERE topup_id = $1 ORDER BY created_at LIMIT $2',
        [topupId, reversalsMax],
      );
      return rows.map((row) => ({
        topupId: row.topup_id,
        externalId: row.external_id,
        kind: row.kind,
        amountMinor: row.amount_minor,
        isRestored: row.restored_at !== null,
      }));
    },
    async insert({ amountMinor, externalId, kind, topupId }, nowMs) {
      await sql.query(
        `INSERT INTO topup_reversals (topup_id, external_id, kind, amount_minor, created_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [topupId, externalId, kind, amountMinor, new Date(nowMs)],
      );
    },
    async restore(topupId, externalId, nowMs) {
      await sql.query(
        'UPDATE topup_reversals SET restored_at = $3 WHERE topup_id = $1 AND external_id = $2',
        [topupId, externalId, new Date(nowMs)],
      );
    },
  };
}

interface SuspensionRow {
  readonly wallet_id: string;
  readonly topup_id: string;
  readonly reason: string;
  readonly created_at: Date;
}

export function createSuspensionStore(sql: Queryable): SuspensionStore {
  const select = async (text: string, values: readonly unknown[]): Promise<TopupSuspension[]> => {
    const { rows } = await sql.query<SuspensionRow>(text, values);
    return rows.map((row) => ({
      walletId: row.wallet_id,
      topupId: row.topup_id,
      reason: row.reason,
      createdAtMs: row.created_at.getTime(),
    }));
  };
  return {
    async insert({ createdAtMs, reason, topupId, walletId }) {
      await sql.query(
        `INSERT INTO topup_suspensions (wallet_id, topup_id, reason, created_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT (wallet_id) DO NOTHING`,
        [walletId, topupId, reason, new Date(createdAtMs)],
      );
    },
    find: async (walletId) =>
      (await select('SELECT * FROM topup_suspensions WHERE wallet_id = $1', [walletId]))[0],
    list: ({ before, limit }) =>
      select(
        `SELECT * FROM topup_suspensions WHERE $1 = '' OR topup_id < $1
          ORDER BY topup_id DESC LIMIT $2`,
        [before, limit],
      ),
    remove: async (walletId) =>
      (
        await select('DELETE FROM topup_suspensions WHERE wallet_id = $1 RETURNING *', [walletId])
      )[0],
  };
}
