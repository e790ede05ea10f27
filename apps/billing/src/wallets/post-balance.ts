import type { Logger } from '@tollgate/observability';
import type { TillPort } from '../ledger/ports';
import type { Wallet } from './wallet';

/** Tells the till of a balance that is in the book. */
export type PostBalance = (wallet: Wallet, holdIds?: readonly string[]) => Promise<void>;

export function postBalanceUseCase(options: {
  readonly till: Pick<TillPort, 'post'>;
  readonly logger: Logger;
}): PostBalance {
  return async ({ walletId, balanceNanos, version }, holdIds = []) => {
    const balance = { postedNanos: balanceNanos, version };
    // It is in the book: should the till be away, the reconciling job tells it later.
    await options.till.post(walletId, balance, holdIds).catch((error: unknown) => {
      options.logger.warn('till not told of a balance yet', { walletId, error });
    });
  };
}
