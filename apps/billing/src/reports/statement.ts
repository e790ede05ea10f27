import type { Nanos } from '@tollgate/money';
import type { EntryKind } from '../ledger/journal-entry';

/** One entry as the owner of the wallet sees it. */
export interface StatementLine {
  /** Its place in the statement, from 1. */
  readonly version: bigint;
  readonly entryId: string;
  readonly kind: EntryKind;
  /** What it added to the balance. */
  readonly amountNanos: Nanos;
  readonly balanceAfterNanos: Nanos;
  readonly reference: string;
  readonly occurredAtMs: number;
}
