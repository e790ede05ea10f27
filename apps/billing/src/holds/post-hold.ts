import type { Logger } from '@tollgate/observability';
import type { Wallet } from '../wallets/wallet';
import type { BookedHold } from './booked-hold';
import { makeBalance, type HoldTill } from './ports';

/** Writes the state of a booked hold to the till. Idempotent, in any order. */
export type PostHold = (hold: BookedHold, wallet: Wallet) => Promise<void>;

export function postHoldUseCase(options: {
  readonly till: Pick<HoldTill, 'book' | 'unbook'>;
  readonly logger: Logger;
}): PostHold {
  const { logger, till } = options;
  return async (hold, wallet) => {
    const { capturedNanos: costNanos, holdId, state, walletId } = hold;
    const balance = makeBalance(wallet);
    const posting =
      state === 'held'
        ? till.book(walletId, balance, hold)
        : till.unbook(walletId, balance, { holdId, costNanos });
    // It is in the book: if the till is away, the reconciling job repeats it.
    await posting.catch((error: unknown) => {
      logger.warn('booked hold not posted to the till yet', { walletId, holdId, error });
    });
  };
}
