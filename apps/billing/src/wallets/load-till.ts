import { getWindowStartMs, type SpendCounter } from '@tollgate/till';
import type { BookStore, TillPort } from '../ledger/ports';
import { makeEmptyWallet } from './wallet';

export type LoadTill = (walletId: string, counters: readonly SpendCounter[]) => Promise<void>;

/**
 * Copies a wallet and counters from one snapshot of the book into the till. The order is what makes
 * it right under traffic: the snapshot first, then the till's final holds, then which of those the
 * snapshot contains already. A hold is finalized before its charge is published, so whatever the
 * snapshot holds was final by then, and nothing counts twice or not at all.
 */
export function loadTillUseCase(options: {
  readonly store: BookStore;
  readonly till: Pick<TillPort, 'load' | 'listHolds'>;
  readonly getNowMs: () => number;
}): LoadTill {
  const { getNowMs, store, till } = options;
  return async (walletId, counters) => {
    const request = await store.inTransaction(async (book) => {
      const [wallet = makeEmptyWallet(walletId)] = await book.findWallets([walletId]);
      const finals = (await till.listHolds(walletId)).filter((hold) => hold.state === 'final');
      const posted = await book.findPosted(finals.map(({ holdId }) => holdId));
      const spends = await Promise.all(
        counters.map(async (counter) => {
          const startMs = getWindowStartMs(counter.window, getNowMs());
          return {
            ...counter,
            startMs,
            spentNanos: await book.sumSpend(walletId, counter, startMs),
          };
        }),
      );
      const bookedHolds = await book.listHeldHolds(walletId);
      const { balanceNanos: postedNanos, creditLineNanos: creditNanos, version } = wallet;
      return {
        walletId,
        postedNanos,
        version,
        creditNanos,
        postedHoldIds: [...posted],
        bookedHolds,
        counters: spends,
      };
    }, 'repeatable read');
    await till.load(request);
  };
}
