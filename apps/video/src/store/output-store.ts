import type { Queryable } from '@tollgate/postgres';
import type { Output, OutputState, OutputStore } from '../use-cases/ports';
import { readJob, type JobRow } from './rows';

interface OutputRow {
  readonly ulid: string;
  readonly index: number;
  readonly state: OutputState;
  readonly bytes: bigint | null;
  readonly tries: number;
  readonly kept_until: Date;
}

const insertSql = `
INSERT INTO outputs (ulid, index, state, next_try_at, kept_until)
SELECT $1, index, 'waiting', $3, $4 FROM generate_series(0, $2::integer - 1) AS index
ON CONFLICT DO NOTHING`;

const claimSql = `
UPDATE outputs SET next_try_at = $2 WHERE (ulid, index) IN (
  SELECT ulid, index FROM outputs WHERE state = 'waiting' AND next_try_at <= $1
   ORDER BY next_try_at LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING *`;

const noteFailureSql = `
UPDATE outputs SET tries = tries + 1, next_try_at = coalesce($3, next_try_at),
  state = CASE WHEN $3::timestamptz IS NULL THEN 'lost' ELSE state END
WHERE ulid = $1 AND index = $2 AND state = 'waiting'`;

export function createOutputStore(sql: Queryable): OutputStore {
  return {
    async insert(ulid, outputsTotal, { keptUntil, nextTryAt }) {
      await sql.query(insertSql, [ulid, outputsTotal, nextTryAt, keptUntil]);
    },

    async find(ulid, index) {
      const { rows } = await sql.query<OutputRow>(
        'SELECT * FROM outputs WHERE ulid = $1 AND index = $2',
        [ulid, index],
      );
      return rows[0] && readOutput(rows[0]);
    },

    async claimWaiting(now, until, outputsMax) {
      const { rows } = await sql.query<OutputRow>(claimSql, [now, until, outputsMax]);
      if (rows.length === 0) return [];
      const { rows: jobRows } = await sql.query<JobRow>(
        'SELECT * FROM jobs WHERE ulid = ANY ($1)',
        [rows.map(({ ulid }) => ulid)],
      );
      const jobs = new Map(jobRows.map((row) => [row.ulid, readJob(row)]));
      return rows.flatMap((row) => {
        const job = jobs.get(row.ulid);
        return job === undefined ? [] : [{ output: readOutput(row), job }];
      });
    },

    async markStored(ulid, index, bytes) {
      await sql.query(
        `UPDATE outputs SET state = 'stored', bytes = $3
          WHERE ulid = $1 AND index = $2 AND state = 'waiting'`,
        [ulid, index, bytes],
      );
    },

    async noteFailure(ulid, index, nextTryAt) {
      await sql.query(noteFailureSql, [ulid, index, nextTryAt]);
    },

    async listOutlived(now, outputsMax) {
      const { rows } = await sql.query<OutputRow>(
        `SELECT * FROM outputs WHERE state <> 'expired' AND kept_until <= $1
          ORDER BY kept_until LIMIT $2`,
        [now, outputsMax],
      );
      return rows.map(readOutput);
    },

    async markExpired(ulid, index) {
      await sql.query(`UPDATE outputs SET state = 'expired' WHERE ulid = $1 AND index = $2`, [
        ulid,
        index,
      ]);
    },
  };
}

function readOutput(row: OutputRow): Output {
  return {
    ulid: row.ulid,
    index: row.index,
    state: row.state,
    bytes: row.bytes === null ? undefined : Number(row.bytes),
    tries: row.tries,
    keptUntil: row.kept_until,
  };
}
