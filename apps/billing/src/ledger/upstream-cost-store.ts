import type { Database, Queryable } from '@tollgate/postgres';
import { getDayStartMs, type CalendarDay } from '../shared/calendar';
import type { UpstreamCost, UpstreamCostStore } from './accrue-upstream-cost';
import { addEntries } from './book-statements';

/** Customers pay list prices, so what a call cost them is what its provider lists for it. */
const costsSql = `
WITH costs AS (
  SELECT CASE provider WHEN '' THEN 'unknown' ELSE provider END AS provider,
         sum(cost_nanos)::bigint AS cost
    FROM generations
   WHERE cost_nanos > 0 AND created_at >= to_timestamp($1::bigint / 1000)
     AND created_at < to_timestamp($2::bigint / 1000)
   GROUP BY 1
), booked AS (
  SELECT substr(from_account, length('payable:') + 1) AS provider,
         sum(amount_nanos)::bigint AS amount, count(*)::int AS entries
    FROM transfers WHERE kind = 'accrual' AND occurred_at = to_timestamp($2::bigint / 1000)
   GROUP BY 1
)
SELECT provider, cost AS "costNanos", coalesce(amount, 0)::bigint AS "bookedNanos",
       coalesce(entries, 0) AS "bookedEntries"
  FROM costs LEFT JOIN booked USING (provider) ORDER BY provider`;

/** An advisory lock number that nothing else in this database uses. */
const lockId = 7_204_113;

export function createUpstreamCostStore(database: Database): UpstreamCostStore {
  return {
    book: (day, makeEntries) =>
      database.withTransaction(async (transaction) => {
        await transaction.query('SELECT pg_advisory_xact_lock($1)', [lockId]);
        const entries = makeEntries(await listCosts(transaction, day));
        await addEntries(transaction, entries);
        return entries.length;
      }),
  };
}

async function listCosts(sql: Queryable, day: CalendarDay): Promise<UpstreamCost[]> {
  const bounds = [getDayStartMs(day), getDayStartMs(day + 1)];
  return (await sql.query<UpstreamCost>(costsSql, bounds)).rows;
}
