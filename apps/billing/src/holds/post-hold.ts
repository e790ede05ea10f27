import type { Logger } from '@tollgate/observability';
import type { Wallet } from '../wallets/wallet';
import type { BookedHold } from './booked-hold';
import { makeBalance, type HoldTill } from './ports';

/** Tells the till where a hold of the book stands. Harmless to repeat, in any order. */
export type PostHold = (hold: BookedHold, wallet: Wallet) => Promise<void>;

export function postHoldUseCase(options: {
  readonly till: Pick<HoldTill, 'book' | 'unbook'>;
  readonly logger: Logger;
}): PostHold {
  const { logger, till } = options;
  return async (hold, wallet) => {
    const { capturedNanos: costNanos, holdId, state, walletId } = hold;
    const balance = makeBalance(wallet);
    const telling =
      state === 'held'
        ? till.book(walletId, balance, hold)
        : till.unbook(walletId, balance, { holdId, costNanos });
    // It is in the book: should the till be away, the reconciling job tells it later.
    await telling.catch((error: unknown) => {
      logger.warn('till not told of a booked hold yet', { walletId, holdId, error });
    });
  };
}
