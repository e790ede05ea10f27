import type { Queryable } from '@tollgate/postgres';
import type { JobState } from '../domain/job-state';
import type { JobStore } from '../use-cases/ports';
import { createJobChanges } from './job-changes';
import { readJob, type JobRow } from './rows';

const unfinished = `state NOT IN ('completed', 'failed')`;

/** Accepted jobs that a scope shows: $1 is its wallet, $2 its member, $3 its key. */
const inScope = `wallet_id = $1 AND submitted_at IS NOT NULL
  AND ($2::text IS NULL OR coalesce(member_id, $2) = $2)
  AND ($3::text IS NULL OR coalesce(key_id, $3) = $3)`;

/** With the time until which the files are kept. All files of a job are kept equally long. */
const selectShown = `
SELECT *, (SELECT min(kept_until) FROM outputs WHERE outputs.ulid = jobs.ulid) AS kept_until
  FROM jobs WHERE ${inScope}`;

const claimPollSql = `
UPDATE jobs SET last_polled_at = $2, due_at = $4
WHERE ulid = $1 AND state = 'submitted' AND (last_polled_at IS NULL OR last_polled_at <= $3)`;

const notePollSql = `
UPDATE jobs SET due_at = $2, started_at = coalesce(started_at, $3),
  progress = coalesce($4, progress)
WHERE ulid = $1 AND state = 'submitted'`;

const claimDueSql = `
WITH due AS (
  SELECT ulid, due_at FROM jobs WHERE ${unfinished} AND due_at <= $1
   ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
UPDATE jobs SET due_at = $2,
  last_polled_at = CASE WHEN state = 'submitted' THEN $1 ELSE last_polled_at END
  FROM due WHERE jobs.ulid = due.ulid
RETURNING jobs.*, due.due_at AS was_due_at`;

export function createJobStore(sql: Queryable): JobStore {
  return {
    ...createJobChanges(sql),

    async findByRequest(requestUlid) {
      const { rows } = await sql.query<JobRow>(
        `SELECT * FROM jobs
          WHERE request_ulid = $1 AND NOT (state = 'failed' AND submitted_at IS NULL)`,
        [requestUlid],
      );
      return rows[0] && readJob(rows[0]);
    },

    async find({ keyId, memberId, walletId }, ulid) {
      const values = [walletId, memberId, keyId, ulid];
      const { rows } = await sql.query<JobRow>(`${selectShown} AND ulid = $4`, values);
      return rows[0] && readJob(rows[0]);
    },

    async list({ keyId, memberId, walletId }, { beforeUlid, limit }) {
      const { rows } = await sql.query<JobRow>(
        `${selectShown} AND ($4::text IS NULL OR ulid < $4)
          ORDER BY ulid DESC LIMIT $5`,
        [walletId, memberId, keyId, beforeUlid ?? null, limit],
      );
      return rows.map(readJob);
    },

    async claimPoll(ulid, { notSince, now, until }) {
      const { rowCount } = await sql.query(claimPollSql, [ulid, now, notSince, until]);
      return rowCount === 1;
    },

    async notePoll(ulid, { dueAt, progress, startedAt }) {
      await sql.query(notePollSql, [ulid, dueAt, startedAt, progress]);
    },

    async claimDue(now, until, jobsMax) {
      const values = [now, until, jobsMax];
      const { rows } = await sql.query<JobRow & { was_due_at: Date }>(claimDueSql, values);
      return rows.map((row) => ({ job: readJob(row), wasDueAt: row.was_due_at }));
    },

    async postpone(ulid, dueAt) {
      await sql.query(`UPDATE jobs SET due_at = $2 WHERE ulid = $1 AND ${unfinished}`, [
        ulid,
        dueAt,
      ]);
    },

    async countByState() {
      const { rows } = await sql.query<{ state: JobState; count: bigint }>(
        `SELECT state, count(*) AS count FROM jobs WHERE ${unfinished} GROUP BY state`,
      );
      return new Map(rows.map(({ count, state }) => [state, Number(count)]));
    },
  };
}
