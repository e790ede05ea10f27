import type { Queryable } from '@tollgate/postgres';
import type { WebhookStore } from '../use-cases/ports';
import { readJob, type JobRow } from './rows';

const claimSql = `
WITH due AS (
  SELECT ulid FROM webhooks WHERE state = 'waiting' AND next_try_at <= $1
   ORDER BY next_try_at LIMIT $3 FOR UPDATE SKIP LOCKED),
claimed AS (
  UPDATE webhooks SET next_try_at = $2 FROM due WHERE webhooks.ulid = due.ulid
  RETURNING webhooks.ulid, webhooks.tries)
SELECT jobs.*, claimed.tries FROM claimed JOIN jobs USING (ulid)`;

const noteTrySql = `
UPDATE webhooks SET tries = tries + 1, state = $2, next_try_at = coalesce($3, next_try_at)
WHERE ulid = $1 AND state = 'waiting'`;

export function createWebhookStore(sql: Queryable): WebhookStore {
  return {
    async insert(ulid, nextTryAt) {
      await sql.query(
        `INSERT INTO webhooks (ulid, state, next_try_at) VALUES ($1, 'waiting', $2)
         ON CONFLICT DO NOTHING`,
        [ulid, nextTryAt],
      );
    },

    async claimDue(now, until, webhooksMax) {
      const values = [now, until, webhooksMax];
      const { rows } = await sql.query<JobRow & { tries: number }>(claimSql, values);
      return rows.map((row) => ({ job: readJob(row), tries: row.tries }));
    },

    async noteTry(ulid, end) {
      const nextTryAt = end.state === 'waiting' ? end.nextTryAt : undefined;
      await sql.query(noteTrySql, [ulid, end.state, nextTryAt]);
    },
  };
}
