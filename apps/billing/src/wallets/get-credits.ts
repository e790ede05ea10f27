import type { Logger } from '@tollgate/observability';
import type { GoodwillState, HoldState } from '@tollgate/till';
import type { GetGoodwill } from '../goodwill/load-goodwill';
import type { BookStore, TillPort } from '../ledger/ports';
import { type Balance, listFinal, makeBalance } from './balance';
import { makeEmptyWallet } from './wallet';

export interface Credits extends Balance {
  readonly goodwill: GoodwillState;
}

export type GetCredits = (walletId: string) => Promise<Credits>;

/**
 * The till is read before the book, so a charge that is posted in between is found there and
 * counted once.
 */
export function getCreditsUseCase(options: {
  readonly store: BookStore;
  readonly till: Pick<TillPort, 'listHolds'>;
  readonly getGoodwill: GetGoodwill;
  readonly logger: Logger;
}): GetCredits {
  return async (walletId) => {
    const holds = await listHolds(walletId);
    const finals = listFinal(holds);
    const { wallet, posted } = await options.store.inTransaction(async (book) => {
      const [found = makeEmptyWallet(walletId)] = await book.findWallets([walletId]);
      return { wallet: found, posted: await book.findPosted(finals.map(({ holdId }) => holdId)) };
    }, 'repeatable read');
    const goodwill = await options.getGoodwill(walletId);
    return { ...makeBalance(wallet, holds, posted), goodwill };
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
