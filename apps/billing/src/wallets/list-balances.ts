import type { BookStore, TillPort } from '../ledger/ports';
import { type Balance, listFinal, makeBalance } from './balance';
import { makeEmptyWallet } from './wallet';

export type ListBalances = (walletIds: readonly string[]) => Promise<ReadonlyMap<string, Balance>>;

/** The till is read before the book, as in get-credits.ts; the book is read once for all. */
export function listBalancesUseCase(options: {
  readonly store: Pick<BookStore, 'inTransaction'>;
  readonly till: Pick<TillPort, 'listHolds'>;
}): ListBalances {
  return async (walletIds) => {
    const holds = await Promise.all(walletIds.map((walletId) => options.till.listHolds(walletId)));
    const finals = holds.flatMap(listFinal).map(({ holdId }) => holdId);
    const { posted, wallets } = await options.store.inTransaction(
      async (book) => ({
        wallets: await book.findWallets(walletIds),
        posted: await book.findPosted(finals),
      }),
      'repeatable read',
    );
    const found = new Map(wallets.map((wallet) => [wallet.walletId, wallet]));
    return new Map(
      walletIds.map((walletId, index) => {
        const wallet = found.get(walletId) ?? makeEmptyWallet(walletId);
        return [walletId, makeBalance(wallet, holds[index] ?? [], posted)];
      }),
    );
  };
}
