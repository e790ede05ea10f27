import type { Wallet } from './wallet';

export interface WalletRow {
  readonly id: string;
  readonly balance_nanos: bigint;
  readonly version: bigint;
  readonly total_credits_nanos: bigint;
  readonly total_usage_nanos: bigint;
  readonly held_nanos: bigint;
  readonly credit_line_nanos: bigint;
}

export const walletFields =
  'id, balance_nanos, version, total_credits_nanos, total_usage_nanos, held_nanos, credit_line_nanos';

export function readWallet(row: WalletRow): Wallet {
  return {
    walletId: row.id,
    balanceNanos: row.balance_nanos,
    version: row.version,
    totalCreditsNanos: row.total_credits_nanos,
    totalUsageNanos: row.total_usage_nanos,
    heldNanos: row.held_nanos,
    creditLineNanos: row.credit_line_nanos,
  };
}
