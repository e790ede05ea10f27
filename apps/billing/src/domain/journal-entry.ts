import assert from 'node:assert/strict';
import type { Nanos } from '@tollgate/money';

export const entryKinds = ['topup', 'grant', 'settle', 'refund', 'adjust', 'invoice'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An account of the book: one per wallet, and the platform's own. */
export type Account = `wallet:${string}` | 'revenue' | 'grants';

export function walletAccount(walletId: string): Account {
  return `wallet:${walletId}`;
}

export interface Posting {
  readonly account: Account;
  /** Positive: into the account. */
  readonly amountNanos: Nanos;
}

/** An immutable record of money that moved. A correction is a new entry. */
export interface JournalEntry {
  readonly id: string;
  readonly occurredAtMs: number;
  readonly kind: EntryKind;
  readonly walletId: string;
  /** What caused it: a generation, a grant, … */
  readonly reference: string;
  readonly reason: string;
  readonly postings: readonly [Posting, Posting];
}

/** Money moves from one account to another: what leaves one arrives in the other. */
export function makeEntry(
  entry: Omit<JournalEntry, 'postings'>,
  move: { readonly from: Account; readonly to: Account; readonly amountNanos: Nanos },
): JournalEntry {
  assert(move.amountNanos !== 0n, 'an entry moves something');
  assert(move.from !== move.to, 'an entry moves between two accounts');
  return {
    ...entry,
    postings: [
      { account: move.from, amountNanos: -move.amountNanos },
      { account: move.to, amountNanos: move.amountNanos },
    ],
  };
}
