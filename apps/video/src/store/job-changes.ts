import type { Queryable } from '@tollgate/postgres';
import { formerStates } from '../domain/job-state';
import type { JobEnd, JobStore } from '../use-cases/ports';
import { readJob, writeCandidate, type JobRow } from './rows';

const insertSql = `
INSERT INTO jobs (ulid, request_ulid, wallet_id, key_id, member_id, state, alias, callback_url,
  created_at, due_at)
VALUES ($1, $2, $3, $4, $5, 'admitting', $6, $7, $8, $9)
ON CONFLICT (request_ulid) WHERE NOT (state = 'failed' AND submitted_at IS NULL) DO NOTHING`;

const holdSql = `
UPDATE jobs SET state = 'held', model = $3, task = $4, seconds = $5, input_seconds = $6,
  resolution = $7, aspect_ratio = $8, reserved_nanos = $9, usage_draft = $10, due_at = $11
WHERE ulid = $1 AND state = ANY ($2)`;

const submitSql = `
UPDATE jobs SET state = 'submitted', upstream_job_id = $3, submitted_at = $4, due_at = $5,
  attempts = $6
WHERE ulid = $1 AND state = ANY ($2)`;

const fixSql = `
UPDATE jobs SET state = 'settling', verdict = $3, finished_at = $4, made_seconds = $5,
  billed_seconds = $6, cost_nanos = $7, outputs_total = $8, error = $9, error_code = $10,
  usage_recorded = $11, attempts = $12, due_at = $13
WHERE ulid = $1 AND state = ANY ($2)
RETURNING *`;

// Fields that only the settlement needs are cleared with it.
const finishSql = `
UPDATE jobs SET state = $3, usage_draft = NULL, usage_recorded = NULL
WHERE ulid = $1 AND state = ANY ($2)`;

/** Every change of a job's state: compared and set in one statement. */
export function createJobChanges(
  sql: Queryable,
): Pick<
  JobStore,
  'beginSubmit' | 'finish' | 'fixVerdict' | 'hold' | 'insert' | 'remove' | 'submit'
> {
  const change = async (text: string, values: readonly unknown[]): Promise<boolean> =>
    (await sql.query(text, values)).rowCount === 1;

  return {
    insert: (job) =>
      change(insertSql, [
        job.ulid,
        job.requestUlid,
        job.walletId,
        job.keyId,
        job.memberId,
        job.alias,
        job.callbackUrl,
        job.createdAt,
        job.dueAt,
      ]),

    async remove(ulid) {
      await sql.query(`DELETE FROM jobs WHERE ulid = $1 AND state = 'admitting'`, [ulid]);
    },

    hold: (ulid, { model, reservedNanos, usageDraft, video }, dueAt) => {
      const { inputSeconds, seconds, task } = video;
      const shape = [video.resolution ?? '', video.aspectRatio ?? ''];
      const made = [model, task, seconds, inputSeconds, ...shape];
      return change(holdSql, [ulid, formerStates.held, ...made, reservedNanos, usageDraft, dueAt]);
    },

    beginSubmit: (ulid, candidate, dueAt) =>
      change(
        `UPDATE jobs SET state = 'submitting', way = $3, due_at = $4
          WHERE ulid = $1 AND state = ANY ($2)`,
        [ulid, formerStates.submitting, writeCandidate(candidate), dueAt],
      ),

    submit: (ulid, { attempts, dueAt, submittedAt, upstreamJobId }) => {
      const values = [upstreamJobId, submittedAt, dueAt, JSON.stringify(attempts)];
      return change(submitSql, [ulid, formerStates.submitted, ...values]);
    },

    async fixVerdict(ulid, from, end) {
      const allowed = from.filter((state) => formerStates.settling.includes(state));
      const { rows } = await sql.query<JobRow>(fixSql, [ulid, allowed, ...toColumns(end)]);
      return rows[0] && readJob(rows[0]);
    },

    finish: (ulid, state) => change(finishSql, [ulid, formerStates[state], state]),
  };
}

function toColumns({ attempts, dueAt, usageRecorded, verdict }: JobEnd): unknown[] {
  const made = verdict.kind === 'completed' ? verdict : undefined;
  const failed = verdict.kind === 'failed' ? verdict : undefined;
  return [
    verdict.kind,
    verdict.finishedAt,
    made?.madeSeconds,
    made?.billedSeconds,
    made?.costNanos,
    made?.outputsTotal,
    failed?.message,
    failed?.code,
    usageRecorded,
    JSON.stringify(attempts),
    dueAt,
  ];
}
