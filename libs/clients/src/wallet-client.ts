import { KeyUsage as KeyUsageMessage, WalletServiceClient } from '@tollgate/contracts';
import type { Nanos } from '@tollgate/money';
import { createPromiseClient, type GrpcClientOptions } from '@tollgate/rpc';
import type { SpendCounter } from '@tollgate/till';
import { undefinedIfNotFound } from './answers';

/** A wallet that was never credited has zeros. */
export interface WalletFigures {
  readonly balanceNanos: Nanos;
  /** How far the balance may go below zero; 0 for a prepaid wallet. */
  readonly creditLineNanos: Nanos;
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
}

/** What one key has spent, from the book. Periods are in UTC. */
export interface KeyUsage {
  readonly totalNanos: Nanos;
  readonly dayNanos: Nanos;
  readonly weekNanos: Nanos;
  readonly monthNanos: Nanos;
  readonly requests: number;
  readonly dayRequests: number;
  readonly weekRequests: number;
  readonly monthRequests: number;
  readonly totalTokens: number;
  readonly lastUsedAt: Date | null;
}

/** What one key has spent since it was made. */
export type KeyTotal = Pick<KeyUsage, 'totalNanos' | 'lastUsedAt'>;

export interface EndedHold {
  readonly walletId: string;
  readonly holdId: string;
  /** An encoded UsageRecorded event. */
  readonly usageRecorded: Buffer;
}

/** Wallets and booked holds of the billing service. */
export interface WalletClient {
  getWallet(
    walletId: string,
    options: { readonly requestId: string; readonly deadlineMs?: number },
  ): Promise<WalletFigures>;
  /** Copies the wallet and these counters from the book into the till where they are missing. */
  loadTill(walletId: string, counters: readonly SpendCounter[], requestId?: string): Promise<void>;
  loadGoodwill(walletId: string): Promise<void>;
  /** One entry per key, in the same order; zeros for a key without usage. */
  listKeyUsage(
    walletId: string,
    keyIds: readonly string[],
    requestId?: string,
  ): Promise<readonly KeyUsage[]>;
  /** By key, for at most 10,000 of them; keys that were never used are left out. */
  listKeyTotals(
    walletId: string,
    keyIds: readonly string[],
    requestId?: string,
  ): Promise<ReadonlyMap<string, KeyTotal>>;
  /** Moves an admitted hold from the till into the book. */
  bookHold(hold: {
    readonly walletId: string;
    readonly holdId: string;
    readonly reference: string;
  }): Promise<void>;
  captureHold(hold: EndedHold): Promise<void>;
  /** A hold that was never booked counts as released. */
  releaseHold(hold: EndedHold): Promise<void>;
  close(): void;
}

const deadlinesMs = {
  getWallet: 2_000,
  loadTill: 2_000,
  loadGoodwill: 2_000,
  listKeyUsage: 2_000,
  listKeyTotals: 2_000,
  bookHold: 2_000,
  captureHold: 5_000,
  releaseHold: 5_000,
};

export function createWalletClient(options: GrpcClientOptions): WalletClient {
  const rpc = createPromiseClient(WalletServiceClient, options, deadlinesMs);
  return {
    async getWallet(walletId, call) {
      const { wallet } = await rpc.getWallet({ walletId }, call);
      return {
        balanceNanos: wallet?.balanceNanos ?? 0n,
        creditLineNanos: wallet?.creditLineNanos ?? 0n,
        totalCreditsNanos: wallet?.totalCreditsNanos ?? 0n,
        totalUsageNanos: wallet?.totalUsageNanos ?? 0n,
      };
    },

    async loadTill(walletId, counters, requestId) {
      await rpc.loadTill({ walletId, counters: [...counters] }, { requestId });
    },

    async loadGoodwill(walletId) {
      await rpc.loadGoodwill({ walletId });
    },

    async listKeyUsage(walletId, keyIds, requestId) {
      const { usages } = await rpc.listKeyUsage({ walletId, keyIds: [...keyIds] }, { requestId });
      const byKey = new Map(usages.map((usage) => [usage.keyId, usage]));
      return keyIds.map((keyId) => readUsage(byKey.get(keyId) ?? KeyUsageMessage.create()));
    },

    async listKeyTotals(walletId, keyIds, requestId) {
      const { totals } = await rpc.listKeyTotals({ walletId, keyIds: [...keyIds] }, { requestId });
      return new Map(
        totals.map(({ keyId, lastUsedMs, totalNanos }) => [
          keyId,
          { totalNanos, lastUsedAt: new Date(Number(lastUsedMs)) },
        ]),
      );
    },

    async bookHold(hold) {
      await rpc.bookHold(hold);
    },

    async captureHold(hold) {
      await rpc.captureHold(hold);
    },

    async releaseHold(hold) {
      await undefinedIfNotFound(rpc.releaseHold(hold));
    },

    close: rpc.close,
  };
}

function readUsage(message: KeyUsageMessage): KeyUsage {
  const { dayNanos, monthNanos, totalNanos, weekNanos } = message;
  return {
    totalNanos,
    dayNanos,
    weekNanos,
    monthNanos,
    requests: Number(message.requests),
    dayRequests: Number(message.dayRequests),
    weekRequests: Number(message.weekRequests),
    monthRequests: Number(message.monthRequests),
    totalTokens: Number(message.totalTokens),
    lastUsedAt: message.lastUsedMs === 0n ? null : new Date(Number(message.lastUsedMs)),
  };
}
