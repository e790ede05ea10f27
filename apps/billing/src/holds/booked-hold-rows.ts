import type { Queryable } from '@tollgate/postgres';
import { parseCounterField } from '@tollgate/till';
import type { BookedHold, BookedHoldState } from './booked-hold';

export interface HoldRow {
  readonly hold_id: string;
  readonly wallet_id: string;
  readonly amount_nanos: bigint;
  readonly counters: string[];
  readonly reference: string;
  readonly state: BookedHoldState;
  readonly captured_nanos: bigint;
}

export const holdFields =
  'hold_id, wallet_id, amount_nanos, counters, reference, state, captured_nanos';
/** More jobs than this at once belong into a wallet of their own. */
const heldMax = 10_000;

/** For a till that has lost them. */
export async function listHeldHolds(sql: Queryable, walletId: string): Promise<BookedHold[]> {
  const { rows } = await sql.queryNamed<HoldRow>(
    'list_held_holds',
    `SELECT ${holdFields} FROM booked_holds WHERE wallet_id = $1 AND state = 'held' LIMIT ${heldMax}`,
    [walletId],
  );
  return rows.map(readHold);
}

export function readHold(row: HoldRow): BookedHold {
  return {
    holdId: row.hold_id,
    walletId: row.wallet_id,
    amountNanos: row.amount_nanos,
    counters: row.counters.map(parseCounterField),
    reference: row.reference,
    state: row.state,
    capturedNanos: row.captured_nanos,
  };
}
