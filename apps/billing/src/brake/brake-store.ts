import { recordAudit } from '@tollgate/event-log';
import type { Database, Queryable } from '@tollgate/postgres';
import type { BrakeSettings, BrakeState } from './brake';
import type { BrakeStore } from './ports';

interface BrakeRow {
  readonly state: BrakeState;
  readonly minute_limit_nanos: bigint;
  readonly hour_limit_nanos: bigint;
  readonly retry_after_seconds: number;
  readonly reason: string;
}

const findSql = `
SELECT state, minute_limit_nanos, hour_limit_nanos, retry_after_seconds, reason FROM brake`;

export function createBrakeStore(database: Database): BrakeStore {
  return {
    find: () => find(database, findSql),

    update: (change, makeAudit) =>
      database.withTransaction(async (sql) => {
        const before = await find(sql, `${findSql} FOR UPDATE`);
        const after = change(before);
        await sql.query(
          `UPDATE brake SET state = $1, minute_limit_nanos = $2, hour_limit_nanos = $3,
             retry_after_seconds = $4, reason = $5, updated_at = now()`,
          [
            after.state,
            after.minuteLimitNanos,
            after.hourLimitNanos,
            after.retryAfterSeconds,
            after.reason,
          ],
        );
        await recordAudit(sql, makeAudit(before, after));
        return after;
      }),

    recordTrip: (window, hourMs, entry) =>
      database.withTransaction(async (sql) => {
        const { rowCount } = await sql.query(
          'INSERT INTO brake_trips (spend_window, hour) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [window, new Date(hourMs)],
        );
        if (rowCount === 1) await recordAudit(sql, entry);
        return rowCount === 1;
      }),
  };
}

async function find(sql: Queryable, text: string): Promise<BrakeSettings> {
  const { rows } = await sql.query<BrakeRow>(text);
  const [row] = rows;
  if (row === undefined) throw new Error('the row of the brake is missing');
  return {
    state: row.state,
    minuteLimitNanos: row.minute_limit_nanos,
    hourLimitNanos: row.hour_limit_nanos,
    retryAfterSeconds: row.retry_after_seconds,
    reason: row.reason,
  };
}
