import type { Database, Queryable } from '@tollgate/postgres';
import { formatCounterField } from '@tollgate/till';
import { createBook } from '../ledger/book-store';
import { holdFields, readHold, type HoldRow } from './booked-hold-rows';
import type { BookedHoldStore, HoldStore } from './ports';

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
        `INSERT INTO booked_holds (hold_id, wallet_id, amount_nanos, counters, reference)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [
          hold.holdId,
          hold.walletId,
          hold.amountNanos,
          hold.counters.map(formatCounterField),
          hold.reference,
        ],
      );
      return rowCount === 1;
    },

    async find(walletId, holdId) {
      const { rows } = await sql.queryNamed<HoldRow>(
        'find_booked_hold',
        `SELECT ${holdFields} FROM booked_holds WHERE hold_id = $1 AND wallet_id = $2`,
        [holdId, walletId],
      );
      return rows[0] && readHold(rows[0]);
    },

    async findMany(holdIds) {
      const { rows } = await sql.queryNamed<HoldRow>(
        'find_booked_holds',
        `SELECT ${holdFields} FROM booked_holds WHERE hold_id = ANY($1)`,
        [holdIds],
      );
      return rows.map(readHold);
    },

    async close(walletId, holdId, { capturedNanos, state }) {
      const { rows } = await sql.query<HoldRow>(
        `UPDATE booked_holds SET state = $3, captured_nanos = $4, closed_at = now()
          WHERE hold_id = $1 AND wallet_id = $2 AND state = 'held' RETURNING ${holdFields}`,
        [holdId, walletId, state, capturedNanos],
      );
      return rows[0] && readHold(rows[0]);
    },
  };
}
