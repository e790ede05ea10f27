import { idPrefixes } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';

/** A wallet in the book: prepaid, or on a credit line. */
export interface Wallet {
  readonly walletId: string;
  readonly balanceNanos: Nanos;
  /** The place of the last entry in the wallet's statement; the till takes only a higher one. */
  readonly version: bigint;
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
  /** Held in the book for long work; the balance is without it. */
  readonly heldNanos: Nanos;
  /** How far the balance may go below zero; 0 for a prepaid wallet. */
  readonly creditLineNanos: Nanos;
}

/** The organization that owns a wallet: wallets bear the id of their owner. */
export function findOrgId(walletId: string): string | undefined {
  return walletId.startsWith(idPrefixes.organization) ? walletId : undefined;
}

/** A wallet that was never credited looks like this; it needs no row. */
export function makeEmptyWallet(walletId: string): Wallet {
  return {
    walletId,
    balanceNanos: 0n,
    version: 0n,
    totalCreditsNanos: 0n,
    totalUsageNanos: 0n,
    heldNanos: 0n,
    creditLineNanos: 0n,
  };
}

/** What one key has spent, by UTC day, week (from Monday) and month. */
export interface KeyUsage {
  readonly keyId: string;
  readonly totalNanos: bigint;
  readonly dayNanos: bigint;
  readonly weekNanos: bigint;
  readonly monthNanos: bigint;
  readonly requests: bigint;
  readonly dayRequests: bigint;
  readonly weekRequests: bigint;
  readonly monthRequests: bigint;
  readonly totalTokens: bigint;
  readonly lastUsedMs: bigint;
}

/** What one key has spent since it was made. */
export interface KeyTotal {
  readonly keyId: string;
  readonly totalNanos: bigint;
  readonly lastUsedMs: bigint;
}
