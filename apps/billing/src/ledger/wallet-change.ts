import type { Nanos } from '@tollgate/money';
import type { Account, JournalEntry } from './journal-entry';

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
