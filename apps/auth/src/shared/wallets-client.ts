import type { WalletClient } from '@tollgate/clients';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { Till } from '@tollgate/till';
import type { WalletFigures, Wallets } from './billing-ports';

export interface BillingWalletsOptions {
  readonly client: WalletClient;
  readonly till: Till;
  readonly logger: Logger;
}

/** A key lookup waits for the balance no longer than this. */
const tierDeadlineMs = 300;

/** Figures from billing's book, and from the till what the book does not have. */
export function createBillingWallets({ client, till, logger }: BillingWalletsOptions): Wallets {
  async function fetchWallet(
    walletId: string,
    call: Parameters<WalletClient['getWallet']>[1],
  ): Promise<WalletFigures> {
    const { creditLineNanos, ...figures } = await client.getWallet(walletId, call);
    return { ...figures, isInvoiced: creditLineNanos > 0n };
  }

  return {
    getWallet: (walletId, requestId) => fetchWallet(walletId, { requestId }),

    async getTier(walletId, requestId) {
      try {
        return await fetchWallet(walletId, { requestId, deadlineMs: tierDeadlineMs });
      } catch (error) {
        const { reason } = AppError.from(error);
        // The till has a copy of the balance, so a restart of billing does not lower the rate tier.
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

    listKeyUsage: (walletId, keyIds, requestId) => client.listKeyUsage(walletId, keyIds, requestId),
    listKeyTotals: (walletId, keyIds, requestId) =>
      client.listKeyTotals(walletId, keyIds, requestId),
  };
}
