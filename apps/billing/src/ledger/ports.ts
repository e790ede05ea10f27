import type { AuditEntry } from '@tollgate/event-log';
import type { Nanos } from '@tollgate/money';
import type { BookBalance, HoldState, LoadRequest, SpendCounter } from '@tollgate/till';
import type { BookedHold } from '../holds/booked-hold';
import type { Wallet } from '../wallets/wallet';
import type { JournalEntry } from './journal-entry';
import type { Generation } from './usage';

/** The book inside one transaction. */
export interface Book {
  /**
   * Writes the entries and changes the wallets that they touch, in order of the wallets' ids.
   * Returns those wallets. An id that is taken is a unique violation: the cause was booked before.
   */
  addEntries(entries: readonly JournalEntry[]): Promise<Wallet[]>;
  /** Calls and what the reports show of them; their entries are written apart. */
  addGenerations(generations: readonly Generation[]): Promise<void>;
  findWallets(walletIds: readonly string[]): Promise<Wallet[]>;
  /** Which of these calls have been posted. */
  findPosted(ulids: readonly string[]): Promise<ReadonlySet<string>>;
  /** What a scope has spent from a wallet since a time, from the read models. */
  sumSpend(walletId: string, counter: SpendCounter, startMs: number): Promise<Nanos>;
  /** Holds that the book keeps for the wallet. */
  listHeldHolds(walletId: string): Promise<BookedHold[]>;
  setCreditLine(
    walletId: string,
    nanos: Nanos,
  ): Promise<{ readonly wallet: Wallet; readonly beforeNanos: Nanos }>;
  recordAudit(entry: AuditEntry): Promise<void>;
}

export interface BookStore {
  /**
   * Posts calls with the entries of their charges, those that are not posted yet, in a transaction
   * of its own. Returns the wallets of all charges as they are now.
   */
  postCharges(
    generations: readonly Generation[],
  ): Promise<{ readonly wallets: readonly Wallet[]; readonly posted: number }>;
  inTransaction<T>(
    run: (book: Book) => Promise<T>,
    isolation?: 'read committed' | 'repeatable read',
  ): Promise<T>;
}

/** The till's operations for balances of the book. */
export interface TillPort {
  post(walletId: string, balance: BookBalance, holdIds: readonly string[]): Promise<void>;
  load(request: LoadRequest): Promise<void>;
  listHolds(walletId: string): Promise<HoldState[]>;
}

/** Gives sums of their own to organizations that have become large. Returns how many. */
export type AddLargeOrgs = () => Promise<number>;

/** Adds one pending day of an organization to its series. False when no day is pending. */
export type FillNextDay = () => Promise<boolean>;
