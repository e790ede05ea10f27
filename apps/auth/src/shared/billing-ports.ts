import type { Nanos } from '@tollgate/money';
import type { KeyUsage } from '../keys/key-usage';

/** What the rate tier of an account depends on. */
export interface WalletTier {
  readonly balanceNanos: Nanos;
  /** It is on a credit line, so that its balance says little. */
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
}

/** What the till counts for limits. */
export interface SpendWindows {
  /** What a user has spent in the running clock minute and hour. */
  getUserSpend(
    walletId: string,
    userId: string,
    requestId: string,
  ): Promise<{ readonly minuteNanos: Nanos; readonly hourNanos: Nanos }>;
  /** A limit of the scope has changed: the count begins anew from the book. Never throws. */
  forget(walletId: string, scope: 'user' | 'key', scopeId: string): Promise<void>;
}
