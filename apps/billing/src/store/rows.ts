import type { Wallet } from '../domain/wallet';

export interface WalletRow {
  readonly id: string;
  readonly balance_nanos: bigint;
  readonly version: bigint;
  readonly total_credits_nanos: bigint;
  readonly total_usage_nanos: bigint;
}

export function readWallet(row: WalletRow): Wallet {
  return {
    walletId: row.id,
    balanceNanos: row.balance_nanos,
    version: row.version,
    totalCreditsNanos: row.total_credits_nanos,
    totalUsageNanos: row.total_usage_nanos,
  };
}
