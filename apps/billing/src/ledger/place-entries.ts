import type { Nanos } from '@tollgate/money';
import type { JournalEntry, Move } from './journal-entry';
import { addToChange, makeNoChange, type WalletChange } from './wallet-change';

/** One move with its place in the wallet's statement, counted back from the end of the batch. */
export interface PlacedTransfer {
  readonly entry: JournalEntry;
  readonly leg: number;
  readonly move: Move;
  /** Index of the wallet among the changes, from 1; 0 when the entry has none. */
  readonly walletPlace: number;
  readonly versionBack: number;
  readonly balanceBackNanos: Nanos;
}

export interface PlacedEntries {
  /** In order of the wallets' ids: locks of several wallets are always taken in this order. */
  readonly changes: readonly WalletChange[];
  readonly transfers: readonly PlacedTransfer[];
}

/**
 * What entries, taken in this order, do to their wallets. Version and balance after each entry are
 * available only once the wallets are locked, so they are given as the distance from the end.
 */
export function placeEntries(entries: readonly JournalEntry[]): PlacedEntries {
  const sums = new Map<string, WalletChange>();
  const after = entries.map((entry) => {
    if (entry.walletId === '') return undefined;
    const before = sums.get(entry.walletId) ?? makeNoChange(entry.walletId);
    const change = addToChange(before, entry);
    sums.set(entry.walletId, change);
    return change;
  });
  const changes = [...sums.values()].sort((left, right) =>
    left.walletId < right.walletId ? -1 : 1,
  );
  const places = new Map(changes.map(({ walletId }, index) => [walletId, index + 1]));
  const transfers = entries.flatMap((entry, index) => {
    const end = sums.get(entry.walletId);
    const own = after[index];
    const place = {
      entry,
      walletPlace: places.get(entry.walletId) ?? 0,
      versionBack: end && own ? end.entries - own.entries : 0,
      balanceBackNanos: end && own ? end.balanceNanos - own.balanceNanos : 0n,
    };
    return entry.moves.map((move, leg) => ({ ...place, leg, move }));
  });
  return { changes, transfers };
}
