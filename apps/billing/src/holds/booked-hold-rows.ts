import { tableColumns, type Queryable } from '@tollgate/postgres';
import { parseCounterField } from '@tollgate/till';
import type { BookedHold } from './booked-hold';

export interface HoldRow extends Omit<BookedHold, 'counters'> {
  readonly counters: readonly string[];
}

export const newHoldFields = [
  'holdId',
  'walletId',
  'amountNanos',
  'counters',
  'reference',
] as const;
export const holdColumns = tableColumns<HoldRow>([...newHoldFields, 'state', 'capturedNanos']);
/** More jobs than this at once belong into a wallet of their own. */
const heldMax = 10_000;

/** For a till that has lost them. */
export async function listHeldHolds(sql: Queryable, walletId: string): Promise<BookedHold[]> {
  const { rows } = await sql.queryNamed<HoldRow>(
    'list_held_holds',
    `SELECT ${holdColumns.select} FROM booked_holds
      WHERE wallet_id = $1 AND state = 'held' LIMIT ${heldMax}`,
    [walletId],
  );
  return rows.map(readHold);
}

export function readHold({ counters, ...hold }: HoldRow): BookedHold {
  return { ...hold, counters: counters.map(parseCounterField) };
}
