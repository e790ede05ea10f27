import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import { makeSettleEntry, type Generation } from '../ledger/usage';
import { makeEmptyWallet, type Wallet } from '../wallets/wallet';
import { makeReleaseEntries, type BookedHold } from './booked-hold';
import type { HoldStore, HoldStores } from './ports';
import type { PostHold } from './post-hold';

export interface HoldEnd {
  readonly walletId: string;
  readonly holdId: string;
  readonly state: 'captured' | 'released';
  /** The record of the call; a release may do without. */
  readonly generation: Generation | undefined;
}

export type CloseHold = (end: HoldEnd) => Promise<BookedHold>;

/**
 * Ends a booked hold once, by compare and set: captured at its actual cost, or released. Everybody
 * who asks for the same end is answered alike; who asks for the other one too late meets a
 * `conflict`.
 */
export function closeHoldUseCase(options: {
  readonly store: HoldStore;
  readonly postHold: PostHold;
  /** Counts what was captured for the global brake. */
  readonly noteSpend: (nanos: Nanos) => Promise<void>;
  readonly getNowMs: () => number;
}): CloseHold {
  const { getNowMs, noteSpend, store, postHold } = options;
  return async (end) => {
    const { closed, hold, wallet } = await store.inTransaction((stores) =>
      closeOnce(stores, end, getNowMs()),
    );
    if (hold === undefined) throw new AppError('not_found');
    await postHold(hold, wallet);
    if (hold.state !== end.state) {
      throw new AppError('conflict', { message: `The hold is ${hold.state} already` });
    }
    // Only the brake's view of the rate: a missed one is no loss.
    if (closed) await noteSpend(hold.capturedNanos).catch(() => undefined);
    return hold;
  };
}

async function closeOnce(
  { book, holds }: HoldStores,
  { generation, holdId, state, walletId }: HoldEnd,
  nowMs: number,
): Promise<{ closed: boolean; hold: BookedHold | undefined; wallet: Wallet }> {
  const capturedNanos = state === 'captured' ? (generation?.costNanos ?? 0n) : 0n;
  const closed = await holds.close(walletId, holdId, { state, capturedNanos });
  if (closed !== undefined) {
    const charges = capturedNanos > 0n && generation ? [makeSettleEntry(generation)] : [];
    await book.addEntries([...makeReleaseEntries(closed, nowMs), ...charges]);
    await book.addGenerations(generation ? [generation] : []);
  }
  const [wallet = makeEmptyWallet(walletId)] = await book.findWallets([walletId]);
  const hold = closed ?? (await holds.find(walletId, holdId));
  return { closed: closed !== undefined, hold, wallet };
}
