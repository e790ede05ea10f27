import { tableColumns, type Database, type Queryable } from '@tollgate/postgres';
import { formatCounterField } from '@tollgate/till';
import { createBook } from '../ledger/book-store';
import { holdColumns, newHoldFields, readHold, type HoldRow } from './booked-hold-rows';
import type { BookedHoldStore, HoldStore } from './ports';

const newColumns = tableColumns<HoldRow>(newHoldFields);

export function createHoldStore(database: Database): HoldStore {
  return {
    holds: createBookedHoldStore(database),
    inTransaction: (run) =>
      database.withTransaction((sql) =>
        run({ book: createBook(sql), holds: createBookedHoldStore(sql) }),
      ),
  };
}

function createBookedHoldStore(sql: Queryable): BookedHoldStore {
  return {
    async insert(hold) {
      const { rowCount } = await sql.query(
        `INSERT INTO booked_holds (${newColumns.names}) VALUES (${newColumns.parameters})
         ON CONFLICT DO NOTHING`,
        newColumns.values({ ...hold, counters: hold.counters.map(formatCounterField) }),
      );
      return rowCount === 1;
    },

    async find(walletId, holdId) {
      const { rows } = await sql.queryNamed<HoldRow>(
        'find_booked_hold',
        `SELECT ${holdColumns.select} FROM booked_holds WHERE hold_id = $1 AND wallet_id = $2`,
        [holdId, walletId],
      );
      return rows[0] && readHold(rows[0]);
    },

    async findMany(holdIds) {
      const { rows } = await sql.queryNamed<HoldRow>(
        'find_booked_holds',
        `SELECT ${holdColumns.select} FROM booked_holds WHERE hold_id = ANY($1)`,
        [holdIds],
      );
      return rows.map(readHold);
    },

    async close(walletId, holdId, { capturedNanos, state }) {
      const { rows } = await sql.query<HoldRow>(
        `UPDATE booked_holds SET state = $3, captured_nanos = $4, closed_at = now()
          WHERE hold_id = $1 AND wallet_id = $2 AND state = 'held'
          RETURNING ${holdColumns.select}`,
        [holdId, walletId, state, capturedNanos],
      );
      return rows[0] && readHold(rows[0]);
    },
  };
}
