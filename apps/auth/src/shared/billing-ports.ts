import type { Nanos } from '@tollgate/money';
import type { KeyUsage } from '../keys/key-usage';

/** What the rate tier of an account depends on. */
export interface WalletTier {
  readonly balanceNanos: Nanos;
  /** It is on a credit line, so its balance does not decide the tier. */
  readonly isInvoiced: boolean;
}

export interface WalletFigures extends WalletTier {
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
}

/** What billing knows. */
export interface Wallets {
  getWallet(walletId: string, requestId: string): Promise<WalletFigures>;
  /** For a decision that must not wait: zero (the smaller tier) when billing does not answer. */
  getTier(walletId: string, requestId: string): Promise<WalletTier>;
  getReserved(walletId: string): Promise<Nanos>;
  /** One entry per key, in the same order; at most 100 keys. */
  listKeyUsage(
    walletId: string,
    keyIds: readonly string[],
    requestId: string,
  ): Promise<readonly KeyUsage[]>;
  /** By key, for at most 10,000 of them; keys that were never used are left out. */
  listKeyTotals(
    walletId: string,
    keyIds: readonly string[],
    requestId: string,
  ): Promise<ReadonlyMap<string, Pick<KeyUsage, 'totalNanos' | 'lastUsedAt'>>>;
}

/** The till's spend counters of limits. */
export interface SpendWindows {
  /** What a user has spent in the running clock minute and hour. */
  getUserSpend(
    walletId: string,
    userId: string,
    requestId: string,
  ): Promise<{ readonly minuteNanos: Nanos; readonly hourNanos: Nanos }>;
  /** After a change of a limit: the counters are loaded from the book again. Never throws. */
  forget(walletId: string, scope: 'user' | 'key', scopeId: string): Promise<void>;
}
