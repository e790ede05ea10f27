import assert from 'node:assert/strict';
import type { Nanos } from '@tollgate/money';

export const entryKinds = [
  'topup',
  'grant',
  'reserve',
  'settle',
  'release',
  'refund',
  'adjust',
  'invoice',
  'accrual',
  'reversal',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An account of the book: a wallet's own, a payment channel's, a provider's or the platform's. */
export type Account =
  | `wallet:${string}`
  | `held:${string}`
  | `cash:${string}`
  | 'revenue'
  | 'fees'
  | 'vat'
  | 'grants'
  | 'upstream_cost'
  | `payable:${string}`;

export function walletAccount(walletId: string): Account {
  return `wallet:${walletId}`;
}

/** Where the money of a wallet waits while long work is under way. */
export function heldAccount(walletId: string): Account {
  return `held:${walletId}`;
}

export interface Move {
  readonly from: Account;
  readonly to: Account;
  /** More than 0: the direction is in the accounts. */
  readonly amountNanos: Nanos;
}

/** An immutable record of money that moved. A correction is a new entry. */
export interface JournalEntry {
  /** Names the cause, so that the same cause cannot be booked twice. */
  readonly id: string;
  readonly occurredAtMs: number;
  readonly kind: EntryKind;
  /** In whose statement it appears; empty when no wallet is touched. */
  readonly walletId: string;
  /** What caused it: a generation, a grant, … */
  readonly reference: string;
  readonly reason: string;
  readonly moves: readonly [Move, ...Move[]];
}

/** What leaves one account arrives in the other, so every entry sums to zero. */
export function makeEntry(
  entry: Omit<JournalEntry, 'moves'>,
  ...moves: readonly [Move, ...Move[]]
): JournalEntry {
  for (const { from, to, amountNanos } of moves) {
    assert(amountNanos > 0n, 'an entry moves something');
    assert(from !== to, 'an entry moves between two accounts');
    assert(isOwn(from, entry.walletId) && isOwn(to, entry.walletId), 'an entry has one wallet');
  }
  return { ...entry, moves };
}

function isOwn(account: Account, walletId: string): boolean {
  const isOfWallet = account.startsWith('wallet:') || account.startsWith('held:');
  return !isOfWallet || account.slice(account.indexOf(':') + 1) === walletId;
}
