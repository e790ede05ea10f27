import type { Nanos } from '@tollgate/money';
import type { Account, JournalEntry, Move } from './journal-entry';

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

/** What entries change in one wallet. */
export interface WalletChange {
  readonly walletId: string;
  /** How far the version rises: by one for each entry. */
  readonly entries: number;
  readonly balanceNanos: Nanos;
  readonly heldNanos: Nanos;
  /** Lifetime credits and charges; credits − usage = balance + held, whatever the moves are. */
  readonly creditNanos: Nanos;
  readonly usageNanos: Nanos;
}

export function makeNoChange(walletId: string): WalletChange {
  const zero = { balanceNanos: 0n, heldNanos: 0n, creditNanos: 0n, usageNanos: 0n };
  return { walletId, entries: 0, ...zero };
}

/** Derived from the moves alone, so that no entry can forget the wallet that it touches. */
export function addToChange(change: WalletChange, entry: JournalEntry): WalletChange {
  let { balanceNanos, heldNanos, usageNanos } = change;
  for (const { from, to, amountNanos } of entry.moves) {
    balanceNanos += direct(from, to, 'wallet:', amountNanos);
    heldNanos += direct(from, to, 'held:', amountNanos);
    if (to === 'revenue') usageNanos += amountNanos;
    if (from === 'revenue') usageNanos -= amountNanos;
  }
  return {
    walletId: change.walletId,
    entries: change.entries + 1,
    balanceNanos,
    heldNanos,
    usageNanos,
    creditNanos: balanceNanos + heldNanos + usageNanos,
  };
}

function direct(from: Account, to: Account, prefix: string, amountNanos: Nanos): Nanos {
  if (to.startsWith(prefix)) return amountNanos;
  return from.startsWith(prefix) ? -amountNanos : 0n;
}
