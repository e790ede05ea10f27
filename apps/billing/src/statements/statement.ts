import type { Nanos } from '@tollgate/money';
import type { EntryKind } from '../ledger/journal-entry';

/** One entry of a wallet's ledger. */
export interface LedgerLine {
  /** Its place in the ledger of its wallet, from 1. */
  readonly version: bigint;
  readonly entryId: string;
  readonly kind: EntryKind;
  /** What it added to the balance. */
  readonly amountNanos: Nanos;
  readonly balanceAfterNanos: Nanos;
  readonly reference: string;
  readonly occurredAtMs: number;
}

export interface LedgerQuery {
  readonly walletId: string;
  /** Entries before this place; undefined: the newest. */
  readonly before: bigint | undefined;
  readonly limit: number;
  /** null: not filtered. */
  readonly kind: EntryKind | null;
  readonly fromMs: number | null;
  /** Exclusive. */
  readonly untilMs: number | null;
}

export interface LedgerPage {
  readonly lines: readonly LedgerLine[];
  /** Where the next page begins; null: this was the last one. */
  readonly next: bigint | null;
}

/** The sum of a wallet's entries of one kind. */
export interface KindSum {
  readonly kind: EntryKind;
  readonly entries: number;
  readonly amountNanos: Nanos;
}

export interface ModelCharge {
  readonly model: string;
  readonly requests: number;
  readonly amountNanos: Nanos;
}

/** What happened on a wallet in a span of time: `opening + all sums = closing`. */
export interface Statement {
  readonly openingNanos: Nanos;
  readonly closingNanos: Nanos;
  readonly sums: readonly KindSum[];
  /** Charges by model, the highest first. */
  readonly models: readonly ModelCharge[];
}
