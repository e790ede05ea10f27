import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Wallet } from '../domain/wallet';
import type { BookStore, TillPort } from '../use-cases/ports';
import { createRepeatingPart } from './repeat';

const intervalMs = 5_000;
/** A final hold older than this should have been posted and told. */
const finalMsMax = 10_000;

/**
 * Repeats to the till what it may have missed: balances that changed lately, and final holds whose
 * charge is in the book. Both are harmless to repeat.
 */
export function createReconcileTillJob(options: {
  readonly store: BookStore;
  readonly till: TillPort;
  readonly listChangedWallets: () => Promise<Wallet[]>;
  readonly listWalletsWithHolds: () => Promise<string[]>;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): Part {
  const { getNowMs, store, till } = options;

  async function repeatBalances(): Promise<void> {
    for (const { walletId, balanceNanos, version } of await options.listChangedWallets()) {
      await till.post(walletId, { postedNanos: balanceNanos, version }, []);
    }
  }

  async function dropPostedHolds(walletId: string): Promise<void> {
    const holds = await till.listHolds(walletId);
    const old = holds.filter(
      (hold) => hold.state === 'final' && getNowMs() - hold.sinceMs > finalMsMax,
    );
    if (old.length === 0) return;
    const { wallet, posted } = await store.inTransaction(async (book) => ({
      posted: await book.findPosted(old.map(({ holdId }) => holdId)),
      wallet: (await book.findWallets([walletId]))[0],
    }));
    if (!wallet || posted.size === 0) return;
    await till.post(walletId, { postedNanos: wallet.balanceNanos, version: wallet.version }, [
      ...posted,
    ]);
    options.logger.warn('posted holds dropped from the till', { walletId, count: posted.size });
  }

  const run = async (): Promise<void> => {
    await repeatBalances();
    for (const walletId of await options.listWalletsWithHolds()) await dropPostedHolds(walletId);
  };
  return createRepeatingPart({ name: 'reconcile till', intervalMs, run, logger: options.logger });
}
