import type { Nanos } from '@tollgate/money';
import type { BookBalance, TillHold } from '@tollgate/till';
import type { Book } from '../ledger/ports';
import type { Wallet } from '../wallets/wallet';
import type { BookedHold } from './booked-hold';

export interface BookedHoldStore {
  /** False when the hold is in the book already. */
  insert(hold: BookedHold): Promise<boolean>;
  find(walletId: string, holdId: string): Promise<BookedHold | undefined>;
  findMany(holdIds: readonly string[]): Promise<BookedHold[]>;
  /** Compare and set: undefined unless it was held until now. */
  close(
    walletId: string,
    holdId: string,
    end: { readonly state: 'captured' | 'released'; readonly capturedNanos: Nanos },
  ): Promise<BookedHold | undefined>;
}

export interface HoldStores {
  readonly holds: BookedHoldStore;
  readonly book: Book;
}

/** Booked holds with the book: what belongs together is written together. */
export interface HoldStore {
  readonly holds: BookedHoldStore;
  inTransaction<T>(run: (stores: HoldStores) => Promise<T>): Promise<T>;
}

/** The till's operations for booked holds. */
export interface HoldTill {
  findOpenHold(walletId: string, holdId: string): Promise<TillHold | undefined>;
  book(walletId: string, balance: BookBalance, hold: TillHold): Promise<void>;
  unbook(
    walletId: string,
    balance: BookBalance,
    end: { readonly holdId: string; readonly costNanos: Nanos },
  ): Promise<void>;
}

export function makeBalance({ balanceNanos, version }: Wallet): BookBalance {
  return { postedNanos: balanceNanos, version };
}
