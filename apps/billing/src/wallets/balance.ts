import type { Nanos } from '@tollgate/money';
import type { HoldState } from '@tollgate/till';
import type { Wallet } from './wallet';

/** A wallet together with the calls in flight. */
export interface Balance {
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
  readonly reservedNanos: Nanos;
  readonly availableNanos: Nanos;
  /** Calls in flight and leases, and what the till holds for them. */
  readonly openHolds: number;
  readonly openNanos: Nanos;
}

/** Open holds are reserved; final ones are spent already and only wait for the book. */
export function makeBalance(
  wallet: Wallet,
  holds: readonly HoldState[],
  posted: ReadonlySet<string>,
): Balance {
  const open = holds.filter(({ state }) => state === 'open');
  const openNanos = sum(open);
  const unpostedNanos = sum(listFinal(holds).filter(({ holdId }) => !posted.has(holdId)));
  return {
    totalCreditsNanos: wallet.totalCreditsNanos,
    totalUsageNanos: wallet.totalUsageNanos + unpostedNanos,
    // What the book holds has left the balance already.
    reservedNanos: openNanos + wallet.heldNanos,
    availableNanos: wallet.balanceNanos - unpostedNanos - openNanos,
    openHolds: open.length,
    openNanos,
  };
}

export function listFinal(holds: readonly HoldState[]): HoldState[] {
  return holds.filter(({ state }) => state === 'final');
}

function sum(holds: readonly HoldState[]): Nanos {
  return holds.reduce((total, hold) => total + hold.amountNanos, 0n);
}
