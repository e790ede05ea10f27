import { type Queryable, tableColumns } from '@tollgate/postgres';
import type { EndingGrant, GrantRecord } from './grant';
import type { GrantStore, StoredGrant } from './ports';

const shared = ['id', 'walletId', 'kind', 'amountNanos', 'reason', 'occurredAtMs'] as const;
const renamed = { occurredAtMs: 'created_at' };
const shownColumns = tableColumns<GrantRecord>([...shared, 'expiresAtMs', 'expiredNanos'], renamed);
const newColumns = tableColumns<StoredGrant>(
  [...shared, 'expiresAtMs', 'usageStartNanos'],
  renamed,
);
const endingColumns = tableColumns<EndingGrant>([
  'id',
  'amountNanos',
  'expiresAtMs',
  'usageStartNanos',
]);

export function createGrantStore(sql: Queryable): GrantStore {
  const select = async (rest: string, values: readonly unknown[]): Promise<GrantRecord[]> => {
    const text = `SELECT ${shownColumns.select} FROM grants ${rest}`;
    return (await sql.query<GrantRecord>(text, values)).rows;
  };
  return {
    async insert(grant) {
      const { rowCount } = await sql.query(
        `INSERT INTO grants (${newColumns.names}) VALUES (${newColumns.parameters})
         ON CONFLICT (id) DO NOTHING`,
        newColumns.values(grant),
      );
      return rowCount === 1;
    },
    find: async (grantId) => (await select('WHERE id = $1', [grantId]))[0],
    list: (before, limit) =>
      select(`WHERE $1 = '' OR id < $1 ORDER BY id DESC LIMIT $2`, [before, limit]),
    listOfWallet: (walletId, { before, limit }) =>
      select(`WHERE wallet_id = $1 AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3`, [
        walletId,
        before,
        limit,
      ]),
    listOverdue: (nowMs, limit) =>
      select('WHERE expires_at <= $1 AND expired_at IS NULL ORDER BY expires_at LIMIT $2', [
        new Date(nowMs),
        limit,
      ]),
    async listEnding(walletId, usageNanos) {
      const { rows } = await sql.query<EndingGrant>(
        `SELECT ${endingColumns.select}, coalesce(usage_end_nanos, $2::bigint) AS "usageEndNanos"
           FROM grants WHERE wallet_id = $1 AND expires_at IS NOT NULL`,
        [walletId, usageNanos],
      );
      return rows;
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
