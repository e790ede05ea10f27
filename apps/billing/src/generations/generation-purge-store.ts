import type { Database } from '@tollgate/postgres';
import type { GenerationPurge } from './ports';

// Deleted and summed by one statement: the sums hold every deleted record once, whenever it fails.
const deleteSql = `
WITH gone AS (
  DELETE FROM generations WHERE (ulid, created_at) IN (
    SELECT ulid, created_at FROM generations WHERE created_at < $1
    LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING wallet_id, cost_nanos, reserved_nanos, prompt_tokens, completion_tokens),
kept AS (
  INSERT INTO deleted_generations AS d (wallet_id, requests, spend_nanos, tokens, excess_nanos)
  SELECT wallet_id, count(*), sum(cost_nanos), sum(prompt_tokens + completion_tokens),
         sum(greatest(cost_nanos - reserved_nanos, 0))
    FROM gone GROUP BY wallet_id ORDER BY wallet_id
  ON CONFLICT (wallet_id) DO UPDATE SET requests = d.requests + excluded.requests,
    spend_nanos = d.spend_nanos + excluded.spend_nanos, tokens = d.tokens + excluded.tokens,
    excess_nanos = d.excess_nanos + excluded.excess_nanos)
SELECT count(*) AS count FROM gone`;

const monthsSql = `
SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
 WHERE i.inhparent = 'generations'::regclass AND c.relname ~ '^generations_[0-9]{6}$'
   AND c.relname < 'generations_' || to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYYMM')
 ORDER BY c.relname LIMIT $2`;

const monthsPerRunMax = 3;
const monthName = /^generations_\d{6}$/;

export function createGenerationPurge(database: Database): GenerationPurge {
  async function dropIfEmpty(name: string): Promise<boolean> {
    if (!monthName.test(name)) return false;
    return database.withTransaction(async (sql) => {
      // Calls must not wait behind this for long: it is tried again by the next run.
      await sql.query(`SET LOCAL lock_timeout = '1s'`);
      await sql.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
      const { rows } = await sql.query(`SELECT 1 FROM ${name} LIMIT 1`);
      if (rows.length > 0) return false;
      await sql.query(`DROP TABLE ${name}`);
      return true;
    });
  }

  return {
    async deleteBefore(before, rowsMax) {
      const { rows } = await database.query<{ count: bigint }>(deleteSql, [before, rowsMax]);
      return Number(rows[0]?.count ?? 0);
    },

    async dropEmptyMonths(before) {
      const { rows } = await database.query<{ name: string }>(monthsSql, [before, monthsPerRunMax]);
      let dropped = 0;
      for (const { name } of rows) if (await dropIfEmpty(name)) dropped += 1;
      return dropped;
    },
  };
}
