import type { KeyUsage as KeyUsageMessage, WalletServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import { callUnary } from '@tollgate/rpc';
import type { Till } from '@tollgate/till';
import { noUsage, type KeyUsage } from '../domain/key-usage';
import type { WalletFigures, Wallets } from '../use-cases/ports';

export interface BillingWalletsOptions {
  readonly client: WalletServiceClient;
  readonly till: Till;
  readonly logger: Logger;
}

/** A key lookup waits for the balance no longer than this. */
const tierDeadlineMs = 300;
const figuresDeadlineMs = 2_000;

/** Wallets as billing and the till know them. */
export function createBillingWallets({ client, till, logger }: BillingWalletsOptions): Wallets {
  async function fetchWallet(
    walletId: string,
    requestId: string,
    deadlineMs: number,
  ): Promise<WalletFigures> {
    const call = client.getWallet.bind(client);
    const { wallet } = await callUnary(call, { walletId }, { deadlineMs, requestId });
    return {
      balanceNanos: wallet?.balanceNanos ?? 0n,
      isInvoiced: (wallet?.creditLineNanos ?? 0n) > 0n,
      totalCreditsNanos: wallet?.totalCreditsNanos ?? 0n,
      totalUsageNanos: wallet?.totalUsageNanos ?? 0n,
    };
  }

  return {
    getWallet: (walletId, requestId) => fetchWallet(walletId, requestId, figuresDeadlineMs),

    async getTier(walletId, requestId) {
      try {
        return await fetchWallet(walletId, requestId, tierDeadlineMs);
      } catch (error) {
        const { reason } = AppError.from(error);
        // The till has a copy of the balance: billing may restart without demoting anybody.
        const copy = await till.readWallet(walletId).catch(() => undefined);
        if (copy !== undefined) return { balanceNanos: copy.postedNanos, isInvoiced: false };
        logger.warn('balance unknown, smaller rate tier used', { walletId, requestId, reason });
        return { balanceNanos: 0n, isInvoiced: false };
      }
    },

    async getReserved(walletId) {
      try {
        return (await till.readWallet(walletId))?.heldNanos ?? 0n;
      } catch (cause) {
        throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
      }
    },

    async listKeyUsage(walletId, keyIds, requestId) {
      const call = client.listKeyUsage.bind(client);
      const request = { walletId, keyIds: [...keyIds] };
      const answer = await callUnary(call, request, { deadlineMs: figuresDeadlineMs, requestId });
      const byKey = new Map(answer.usages.map((usage) => [usage.keyId, usage]));
      return keyIds.map((keyId) => readUsage(byKey.get(keyId)));
    },
  };
}

function readUsage(message: KeyUsageMessage | undefined): KeyUsage {
  if (message === undefined) return noUsage;
  return {
    totalNanos: message.totalNanos,
    dayNanos: message.dayNanos,
    weekNanos: message.weekNanos,
    monthNanos: message.monthNanos,
    requests: Number(message.requests),
    dayRequests: Number(message.dayRequests),
    weekRequests: Number(message.weekRequests),
    monthRequests: Number(message.monthRequests),
    totalTokens: Number(message.totalTokens),
    lastUsedAt: message.lastUsedMs === 0n ? null : new Date(Number(message.lastUsedMs)),
  };
}
