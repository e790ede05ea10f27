import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { HoldState } from '@tollgate/till';
import type { TillPort } from '../ledger/ports';
import { makeEmptyWallet, type Wallet } from '../wallets/wallet';
import type { HoldStore } from './ports';
import type { PostHold } from './post-hold';

const intervalMs = 5_000;
/** By then a charge should have been posted, and the till should have the new balance. */
const toldMsMax = 10_000;
/** So many wallets with old holds are looked up in the book at once. */
const walletsMax = 200;

export interface ReconcileTillOptions {
  readonly store: HoldStore;
  readonly till: TillPort;
  readonly postHold: PostHold;
  readonly listChangedWallets: () => Promise<Wallet[]>;
  readonly listWalletsWithHolds: () => Promise<string[]>;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

/** Holds of one wallet that have been in the till for a while, by their ids. */
interface OldHolds {
  readonly walletId: string;
  readonly finals: readonly string[];
  readonly open: readonly string[];
  readonly booked: readonly string[];
}

/**
 * Repeats to the till what it may have missed: balances that changed lately, final holds whose
 * charge is in the book, and what became of holds that the book took over. All harmless to repeat.
 */
export function createReconcileTillJob(options: ReconcileTillOptions): Part {
  const { getNowMs, logger, store, postHold, till } = options;

  async function repeatBalances(): Promise<void> {
    for (const wallet of await options.listChangedWallets()) {
      const { balanceNanos: postedNanos, creditLineNanos: creditNanos, version } = wallet;
      await till.post(wallet.walletId, { postedNanos, version, creditNanos }, []);
    }
  }

  async function repeatHolds(group: readonly OldHolds[]): Promise<void> {
    if (group.length === 0) return;
    const { booked, posted, wallets } = await store.inTransaction(async ({ book, holds }) => ({
      posted: await book.findPosted(group.flatMap(({ finals }) => finals)),
      booked: await holds.findMany(group.flatMap((old) => [...old.open, ...old.booked])),
      wallets: await book.findWallets(group.map(({ walletId }) => walletId)),
    }));
    const walletsById = new Map(wallets.map((wallet) => [wallet.walletId, wallet]));
    for (const { booked: known, finals, walletId } of group) {
      const wallet = walletsById.get(walletId) ?? makeEmptyWallet(walletId);
      const holdIds = finals.filter((holdId) => posted.has(holdId));
      if (holdIds.length > 0) {
        const { balanceNanos: postedNanos, version } = wallet;
        await till.post(walletId, { postedNanos, version }, holdIds);
        logger.warn('posted holds dropped from the till', { walletId, count: holdIds.length });
      }
      for (const hold of booked.filter((found) => found.walletId === walletId)) {
        const isKnown = hold.state === 'held' && known.includes(hold.holdId);
        if (!isKnown) await postHold(hold, wallet);
      }
    }
  }

  const run = async (): Promise<void> => {
    await repeatBalances();
    let group: OldHolds[] = [];
    for (const walletId of await options.listWalletsWithHolds()) {
      const old = groupOld(walletId, await till.listHolds(walletId), getNowMs());
      if (old !== undefined) group.push(old);
      if (group.length < walletsMax) continue;
      await repeatHolds(group);
      group = [];
    }
    await repeatHolds(group);
  };
  return createRepeatingPart({ name: 'reconcile till', intervalMs, run, logger });
}

function groupOld(
  walletId: string,
  holds: readonly HoldState[],
  nowMs: number,
): OldHolds | undefined {
  const old = holds.filter(({ sinceMs }) => nowMs - sinceMs > toldMsMax);
  if (old.length === 0) return undefined;
  const idsOf = (state: HoldState['state']): string[] =>
    old.filter((hold) => hold.state === state).map(({ holdId }) => holdId);
  return { walletId, finals: idsOf('final'), open: idsOf('open'), booked: idsOf('booked') };
}
