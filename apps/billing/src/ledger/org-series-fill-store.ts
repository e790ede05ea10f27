import type { Database } from '@tollgate/postgres';
import type { FillNextDay } from './ports';

interface PendingDay {
  readonly walletId: string;
  readonly day: string;
}

/** Then the day stays pending, and series of the organization are read without sums. */
const attemptsMax = 100;

// An instance that finds a row locked takes another one.
const nextSql = `
SELECT wallet_id AS "walletId", day::text AS day FROM org_series_pending
 WHERE attempts < ${attemptsMax} ORDER BY attempts, wallet_id, day LIMIT 1
   FOR UPDATE SKIP LOCKED`;
const countSql = `
UPDATE org_series_pending SET attempts = attempts + 1 WHERE wallet_id = $1 AND day = $2`;
const lockSql = `
SELECT 1 FROM org_series_pending WHERE wallet_id = $1 AND day = $2 FOR UPDATE SKIP LOCKED`;

/**
 * A transaction for each table: one for both would wait for postings that wait for it. A day whose
 * second transaction fails stays pending, and the first then finds nothing to add.
 */
export function createFillNextDay(database: Database): FillNextDay {
  const fillLatencies = (): Promise<PendingDay | undefined> =>
    database.withTransaction(async (sql) => {
      const { rows } = await sql.query<PendingDay>(nextSql);
      const [next] = rows;
      if (next === undefined) return undefined;
      await sql.query(countSql, [next.walletId, next.day]);
      await sql.query('SELECT fill_org_latency($1, $2::date)', [next.walletId, next.day]);
      return next;
    });
  return async () => {
    const next = await fillLatencies();
    if (next === undefined) return false;
    const values = [next.walletId, next.day];
    await database.withTransaction(async (sql) => {
      const { rows } = await sql.query(lockSql, values);
      if (rows.length === 0) return;
      await sql.query('SELECT fill_org_series($1, $2::date)', values);
      await sql.query('DELETE FROM org_series_pending WHERE wallet_id = $1 AND day = $2', values);
    });
    return true;
  };
}
