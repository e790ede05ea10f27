import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { ReversalStore, SuspensionStore, TopupSuspension } from './ports';
import type { StoredReversal } from './reversal';

const reversalColumns = tableColumns<StoredReversal>([
  'topupId',
  'externalId',
  'kind',
  'amountMinor',
]);

/** Reversals of one payment are few: a refund can be made in parts, a charge be disputed. */
const reversalsMax = 1_000;

export function createReversalStore(sql: Queryable): ReversalStore {
  return {
    async list(topupId) {
      const { rows } = await sql.query<StoredReversal>(
        `SELECT ${reversalColumns.select}, restored_at IS NOT NULL AS "isRestored"
           FROM topup_reversals WHERE topup_id = $1 ORDER BY created_at LIMIT $2`,
        [topupId, reversalsMax],
      );
      return rows;
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

const columns = tableColumns<TopupSuspension>(['walletId', 'topupId', 'reason', 'createdAtMs']);

export function createSuspensionStore(sql: Queryable): SuspensionStore {
  const query = async (text: string, values: readonly unknown[]): Promise<TopupSuspension[]> =>
    (await sql.query<TopupSuspension>(text, values)).rows;
  return {
    async insert(suspension) {
      await sql.query(
        `INSERT INTO topup_suspensions (${columns.names}) VALUES (${columns.parameters})
         ON CONFLICT (wallet_id) DO NOTHING`,
        columns.values(suspension),
      );
    },
    async find(walletId) {
      const text = `SELECT ${columns.select} FROM topup_suspensions WHERE wallet_id = $1`;
      return (await query(text, [walletId]))[0];
    },
    list: ({ before, limit }) =>
      query(
        `SELECT ${columns.select} FROM topup_suspensions WHERE $1 = '' OR topup_id < $1
          ORDER BY topup_id DESC LIMIT $2`,
        [before, limit],
      ),
    async remove(walletId) {
      const text = `DELETE FROM topup_suspensions WHERE wallet_id = $1 RETURNING ${columns.select}`;
      return (await query(text, [walletId]))[0];
    },
  };
}
