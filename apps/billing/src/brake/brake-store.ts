import { recordAudit } from '@tollgate/event-log';
import { tableColumns, type Database, type Queryable } from '@tollgate/postgres';
import type { BrakeSettings } from './brake';
import type { BrakeStore } from './ports';

const columns = tableColumns<BrakeSettings>([
  'state',
  'minuteLimitNanos',
  'hourLimitNanos',
  'retryAfterSeconds',
  'reason',
]);
const findSql = `SELECT ${columns.select} FROM brake`;

export function createBrakeStore(database: Database): BrakeStore {
  return {
    find: () => find(database, findSql),

    update: (change, makeAudit) =>
      database.withTransaction(async (sql) => {
        const before = await find(sql, `${findSql} FOR UPDATE`);
        const after = change(before);
        await sql.query(
          `UPDATE brake SET (${columns.names}) = (${columns.parameters}), updated_at = now()`,
          columns.values(after),
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
  const { rows } = await sql.query<BrakeSettings>(text);
  const [settings] = rows;
  if (settings === undefined) throw new Error('the row of the brake is missing');
  return settings;
}
