import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { HoldState } from '@tollgate/till';
import { makeEmptyWallet, type Wallet } from '../domain/wallet';
import type { HoldStore } from '../use-cases/hold-ports';
import type { TillPort } from '../use-cases/ports';
import type { TellHold } from '../use-cases/tell-hold';
import { createRepeatingPart } from './repeat';

const intervalMs = 5_000;
/** By then a charge should have been posted, and a change of the book told. */
const toldMsMax = 10_000;

export interface ReconcileTillOptions {
  readonly store: HoldStore;
  readonly till: TillPort;
  readonly tellHold: TellHold;
  readonly listChangedWallets: () => Promise<Wallet[]>;
  readonly listWalletsWithHolds: () => Promise<string[]>;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

/**
 * Repeats to the till what it may have missed: balances that changed lately, final holds whose
 * charge is in the book, and what became of holds that the book took over. All harmless to repeat.
 */
export function createReconcileTillJob(options: ReconcileTillOptions): Part {
  const { getNowMs, store, tellHold, till } = options;

  async function repeatBalances(): Promise<void> {
    for (const wallet of await options.listChangedWallets()) {
      const { balanceNanos: postedNanos, creditLineNanos: creditNanos, version } = wallet;
      await till.post(wallet.walletId, { postedNanos, version, creditNanos }, []);
    }
  }

  async function repeatHolds(walletId: string): Promise<void> {
    const holds = await till.listHolds(walletId);
    const old = holds.filter(({ sinceMs }) => getNowMs() - sinceMs > toldMsMax);
    if (old.length === 0) return;
    const idsOf = (state: HoldState['state']): string[] =>
      old.filter((hold) => hold.state === state).map(({ holdId }) => holdId);
    const { booked, posted, wallet } = await store.inTransaction(async (stores) => ({
      posted: [...(await stores.book.findPosted(idsOf('final')))],
      booked: await stores.holds.findMany([...idsOf('open'), ...idsOf('booked')]),
      wallet: (await stores.book.findWallets([walletId]))[0] ?? makeEmptyWallet(walletId),
    }));
    if (posted.length > 0) {
      const { balanceNanos: postedNanos, version } = wallet;
      await till.post(walletId, { postedNanos, version }, posted);
      options.logger.warn('posted holds dropped from the till', { walletId, count: posted.length });
    }
    const known = new Set(idsOf('booked'));
    for (const hold of booked) {
      if (hold.state !== 'held' || !known.has(hold.holdId)) await tellHold(hold, wallet);
    }
  }

  const run = async (): Promise<void> => {
    await repeatBalances();
    for (const walletId of await options.listWalletsWithHolds()) await repeatHolds(walletId);
  };
  return createRepeatingPart({ name: 'reconcile till', intervalMs, run, logger: options.logger });
}
