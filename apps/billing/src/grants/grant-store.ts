import type { Queryable } from '@tollgate/postgres';
import { toDate, toMs } from '../top-ups/topup-rows';
import type { GrantRecord } from './grant-record';
import type { GrantStore } from './ports';

interface GrantRow {
  readonly id: string;
  readonly wallet_id: string;
  readonly kind: 'grant' | 'adjust';
  readonly amount_nanos: bigint;
  readonly reason: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly expired_nanos: bigint | null;
}

interface EndingRow extends GrantRow {
  readonly expires_at: Date;
  readonly usage_start_nanos: bigint;
  readonly usage_end_nanos: bigint | null;
}

export function createGrantStore(sql: Queryable): GrantStore {
  const select = async (rest: string, values: readonly unknown[]): Promise<GrantRecord[]> => {
    const { rows } = await sql.query<GrantRow>(`SELECT * FROM grants ${rest}`, values);
    return rows.map(readGrant);
  };
  return {
    async insert(grant) {
      const { rowCount } = await sql.query(
        `INSERT INTO grants (id, wallet_id, kind, amount_nanos, reason, created_at, expires_at,
           usage_start_nanos)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
        [
          grant.id,
          grant.walletId,
          grant.kind,
          grant.amountNanos,
          grant.reason,
          new Date(grant.occurredAtMs),
          toDate(grant.expiresAtMs),
          grant.usageStartNanos,
        ],
      );
      return rowCount === 1;
    },
    find: async (grantId) => (await select('WHERE id = $1', [grantId]))[0],
    list: (before, limit) =>
      select(`WHERE $1 = '' OR id < $1 ORDER BY id DESC LIMIT $2`, [before, limit]),
    listOverdue: (nowMs, limit) =>
      select('WHERE expires_at <= $1 AND expired_at IS NULL ORDER BY expires_at LIMIT $2', [
        new Date(nowMs),
        limit,
      ]),
    async listEnding(walletId, usageNanos) {
      const { rows } = await sql.query<EndingRow>(
        'SELECT * FROM grants WHERE wallet_id = $1 AND expires_at IS NOT NULL',
        [walletId],
      );
      return rows.map((row) => ({
        id: row.id,
        amountNanos: row.amount_nanos,
        expiresAtMs: row.expires_at.getTime(),
        usageStartNanos: row.usage_start_nanos,
        usageEndNanos: row.usage_end_nanos ?? usageNanos,
      }));
    },
    async end(grantId, { atMs, usageNanos, expiredNanos }) {
      const { rowCount } = await sql.query(
        `UPDATE grants SET expired_at = $2, usage_end_nanos = $3, expired_nanos = $4
          WHERE id = $1 AND expired_at IS NULL`,
        [grantId, new Date(atMs), usageNanos, expiredNanos],
      );
      return rowCount === 1;
    },
  };
}

function readGrant(row: GrantRow): GrantRecord {
  return {
    id: row.id,
    walletId: row.wallet_id,
    kind: row.kind,
    amountNanos: row.amount_nanos,
    reason: row.reason,
    occurredAtMs: row.created_at.getTime(),
    expiresAtMs: toMs(row.expires_at),
    expiredNanos: row.expired_nanos,
  };
}
