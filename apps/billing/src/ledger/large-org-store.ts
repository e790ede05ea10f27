import type { Database } from '@tollgate/postgres';
import type { AddLargeOrgs } from './ports';

/** Series of smaller ones are read quickly enough without sums, and posting them costs less. */
const largeOrgCalls = 100_000;
/** The others follow an hour later. */
const orgsAtOnce = 100;

const findSql = `
SELECT wallet_id AS id FROM org_usage_daily
 WHERE wallet_id NOT IN (SELECT wallet_id FROM org_series_wallets)
 GROUP BY 1 HAVING sum(requests) >= $1 ORDER BY sum(requests) DESC LIMIT ${orgsAtOnce}`;
const addSql = `
INSERT INTO org_series_wallets (wallet_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING
RETURNING wallet_id AS id`;
const listDaysSql = `
INSERT INTO org_series_pending (wallet_id, day)
SELECT wallet_id, day FROM org_usage_daily WHERE wallet_id = ANY ($1::text[])`;

interface Org {
  readonly id: string;
}

/**
 * The lock waits for the postings that run, and the next ones wait for it. So a posting either
 * ended before, and its day is listed, or it finds the organization and writes its sums.
 */
export function createAddLargeOrgs(database: Database, callsMin = largeOrgCalls): AddLargeOrgs {
  return async () => {
    const large = await database.query<Org>(findSql, [callsMin]);
    if (large.rows.length === 0) return 0;
    return database.withTransaction(async (sql) => {
      // Postings wait as long: the next run tries again.
      await sql.query("SET LOCAL lock_timeout = '2s'");
      await sql.query('LOCK TABLE org_series IN SHARE ROW EXCLUSIVE MODE');
      const added = await sql.query<Org>(addSql, [large.rows.map(({ id }) => id)]);
      const ids = added.rows.map(({ id }) => id);
      await sql.query(listDaysSql, [ids]);
      return ids.length;
    });
  };
}
