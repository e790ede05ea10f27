import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { GoodwillState, HoldState } from '@tollgate/till';
import type { GetGoodwill } from '../goodwill/load-goodwill';
import type { BookStore, TillPort } from '../ledger/ports';
import { makeEmptyWallet } from './wallet';

export interface Credits {
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
  readonly reservedNanos: Nanos;
  readonly availableNanos: Nanos;
  readonly goodwill: GoodwillState;
}

export type GetCredits = (walletId: string) => Promise<Credits>;

/**
 * Open holds are reserved; final ones are spent already and only wait for the book. The till is
 * read before the book, so a charge that is posted in between is found there and counted once.
 */
export function getCreditsUseCase(options: {
  readonly store: BookStore;
  readonly till: Pick<TillPort, 'listHolds'>;
  readonly getGoodwill: GetGoodwill;
  readonly logger: Logger;
}): GetCredits {
  return async (walletId) => {
    const holds = await listHolds(walletId);
    const finals = holds.filter((hold) => hold.state === 'final');
    const { wallet, posted } = await options.store.inTransaction(async (book) => {
      const [found = makeEmptyWallet(walletId)] = await book.findWallets([walletId]);
      return { wallet: found, posted: await book.findPosted(finals.map(({ holdId }) => holdId)) };
    }, 'repeatable read');
    const goodwill = await options.getGoodwill(walletId);
    const unpostedNanos = sum(finals.filter(({ holdId }) => !posted.has(holdId)));
    const openNanos = sum(holds.filter((hold) => hold.state === 'open'));
    return {
      totalCreditsNanos: wallet.totalCreditsNanos,
      totalUsageNanos: wallet.totalUsageNanos + unpostedNanos,
      // What the book holds has left the balance already.
      reservedNanos: openNanos + wallet.heldNanos,
      availableNanos: wallet.balanceNanos - unpostedNanos - openNanos,
      goodwill,
    };
  };

  async function listHolds(walletId: string): Promise<HoldState[]> {
    try {
      return await options.till.listHolds(walletId);
    } catch (error) {
      // The book alone is still a true answer, only without the calls in flight.
      options.logger.warn('credits answered without the till', { error });
      return [];
    }
  }
}

function sum(holds: readonly HoldState[]): Nanos {
  return holds.reduce((total, hold) => total + hold.amountNanos, 0n);
}
