import type { Nanos } from '@tollgate/money';

/** A prepaid account as the book knows it. */
export interface Wallet {
  readonly walletId: string;
  readonly balanceNanos: Nanos;
  readonly version: bigint;
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
}

/** A wallet that was never credited looks like this; it needs no row. */
export function makeEmptyWallet(walletId: string): Wallet {
  return { walletId, balanceNanos: 0n, version: 0n, totalCreditsNanos: 0n, totalUsageNanos: 0n };
}

/** What the book changed in a wallet. */
export interface WalletChange {
  readonly walletId: string;
  readonly creditNanos: Nanos;
  readonly usageNanos: Nanos;
}
