import type { Nanos } from '@tollgate/money';
import { formatDay, getCalendarDay, getDayStartMs, type CalendarDay } from '../shared/calendar';
import { makeEntry, type JournalEntry } from './journal-entry';

/** The list price of a day's calls at a provider, and how much of it is booked. */
export interface UpstreamCost {
  readonly provider: string;
  readonly costNanos: Nanos;
  readonly bookedNanos: Nanos;
  readonly bookedEntries: number;
}

export interface UpstreamCostStore {
  /** Reads the costs of a day and books the entries made of them, in one step that runs alone. */
  book(
    day: CalendarDay,
    makeEntries: (costs: readonly UpstreamCost[]) => readonly JournalEntry[],
  ): Promise<number>;
}

/** Calls that come in later than this (a relay was away for so long) are not accrued any more. */
const daysBackMax = 7;

/**
 * Books what the providers will ask for the finished days. What comes in late for a day that is
 * booked already becomes a further entry; without it there is nothing left to book.
 */
export function accrueUpstreamCostUseCase(options: {
  readonly store: UpstreamCostStore;
  readonly getNowMs: () => number;
}): () => Promise<number> {
  return async () => {
    const today = getCalendarDay(options.getNowMs());
    let booked = 0;
    for (let day = today - daysBackMax; day < today; day++) {
      booked += await options.store.book(day, (costs) => makeAccruals(day, costs));
    }
    return booked;
  };
}

export function makeAccruals(day: CalendarDay, costs: readonly UpstreamCost[]): JournalEntry[] {
  return costs
    .filter(({ bookedNanos, costNanos }) => costNanos > bookedNanos)
    .map(({ provider, costNanos, bookedNanos, bookedEntries }) =>
      makeEntry(
        {
          // The same state of the day makes the same id, so that it cannot be booked twice.
          id: `led_accrual_${formatDay(day)}_${provider}_${bookedEntries + 1}`,
          occurredAtMs: getDayStartMs(day + 1),
          kind: 'accrual',
          walletId: '',
          reference: `accrual-${formatDay(day)}`,
          reason: '',
        },
        {
          from: `payable:${provider}`,
          to: 'upstream_cost',
          amountNanos: costNanos - bookedNanos,
        },
      ),
    );
}
