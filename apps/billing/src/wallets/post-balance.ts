import type { Logger } from '@tollgate/observability';
import type { TillPort } from '../ledger/ports';
import type { Wallet } from './wallet';

/** Writes a balance of the book to the till. */
export type PostBalance = (wallet: Wallet, holdIds?: readonly string[]) => Promise<void>;

export function postBalanceUseCase(options: {
  readonly till: Pick<TillPort, 'post'>;
  readonly logger: Logger;
}): PostBalance {
  return async ({ walletId, balanceNanos, version }, holdIds = []) => {
    const balance = { postedNanos: balanceNanos, version };
    // It is in the book: if the till is away, the reconciling job repeats it.
    await options.till.post(walletId, balance, holdIds).catch((error: unknown) => {
      options.logger.warn('balance not posted to the till yet', { walletId, error });
    });
  };
}
