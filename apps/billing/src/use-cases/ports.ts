import type { AuditEntry } from '@tollgate/audit-trail';
import type { Nanos } from '@tollgate/money';
import type { HoldState, LoadRequest, SpendCounter } from '@tollgate/till';
import type { JournalEntry } from '../domain/journal-entry';
import type { Generation } from '../domain/usage';
import type { Wallet, WalletChange } from '../domain/wallet';

/** The book inside one transaction. */
export interface Book {
  /** Adds the generations that are new and returns their ULIDs; the others were posted before. */
  addGenerations(generations: readonly Generation[]): Promise<ReadonlySet<string>>;
  addEntries(entries: readonly JournalEntry[]): Promise<void>;
  addUsage(generations: readonly Generation[]): Promise<void>;
  /** Locks the wallets in order of their id, changes balance and version, returns the new state. */
  changeWallets(changes: readonly WalletChange[]): Promise<Wallet[]>;
  findWallets(walletIds: readonly string[]): Promise<Wallet[]>;
  /** Which of these calls have been posted. */
  findPosted(ulids: readonly string[]): Promise<ReadonlySet<string>>;
  /** What a scope has spent since a time, from the read models. */
  sumSpend(counter: SpendCounter, startMs: number): Promise<Nanos>;
  recordAudit(entry: AuditEntry): Promise<void>;
}

export interface BookStore {
  inTransaction<T>(
    run: (book: Book) => Promise<T>,
    isolation?: 'read committed' | 'repeatable read',
  ): Promise<T>;
}

/** The till as the book tells it. */
export interface TillPort {
  post(
    walletId: string,
    balance: { postedNanos: Nanos; version: bigint },
    holdIds: readonly string[],
  ): Promise<void>;
  load(request: LoadRequest): Promise<void>;
  listHolds(walletId: string): Promise<HoldState[]>;
}
