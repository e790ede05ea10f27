import type { Nanos } from '@tollgate/money';
import type { SpendCounter } from '@tollgate/till';
import { heldAccount, makeEntry, walletAccount, type JournalEntry } from '../ledger/journal-entry';

export const bookedHoldStates = ['held', 'captured', 'released'] as const;
export type BookedHoldState = (typeof bookedHoldStates)[number];

/** Money that waits in the book for work that outlives its relay. */
export interface BookedHold {
  /** The ULID of the call. */
  readonly holdId: string;
  readonly walletId: string;
  readonly amountNanos: Nanos;
  /** What counts it in the till until the work ends. */
  readonly counters: readonly SpendCounter[];
  /** What it pays for: a video job, for instance. */
  readonly reference: string;
  readonly state: BookedHoldState;
  /** What the work cost; 0 unless it was captured. */
  readonly capturedNanos: Nanos;
}

/** Nothing moves for work that costs nothing. */
export function makeReserveEntries(hold: BookedHold, nowMs: number): JournalEntry[] {
  if (hold.amountNanos === 0n) return [];
  const { amountNanos, walletId } = hold;
  const move = { from: walletAccount(walletId), to: heldAccount(walletId), amountNanos };
  return [makeEntry(makeHead(hold, 'reserve', nowMs), move)];
}

export function makeReleaseEntries(hold: BookedHold, nowMs: number): JournalEntry[] {
  if (hold.amountNanos === 0n) return [];
  const { amountNanos, walletId } = hold;
  const move = { from: heldAccount(walletId), to: walletAccount(walletId), amountNanos };
  return [makeEntry(makeHead(hold, 'release', nowMs), move)];
}

/** Beside the charge of the same call, whose entry has the plain id. */
function makeHead(
  hold: BookedHold,
  kind: 'reserve' | 'release',
  occurredAtMs: number,
): Omit<JournalEntry, 'moves'> {
  const { holdId, reference, walletId } = hold;
  return { id: `led_${holdId}_${kind}`, occurredAtMs, kind, walletId, reference, reason: '' };
}
