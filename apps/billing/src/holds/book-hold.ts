import { AppError } from '@tollgate/errors';
import { makeEmptyWallet } from '../wallets/wallet';
import { makeReserveEntries, type BookedHold } from './booked-hold';
import type { HoldStore, HoldTill } from './ports';
import type { PostHold } from './post-hold';

export interface BookHoldRequest {
  readonly walletId: string;
  readonly holdId: string;
  readonly reference: string;
}

export type BookHold = (request: BookHoldRequest) => Promise<BookedHold>;

/**
 * Moves a hold of the till into the book: its money leaves the wallet for the held account, and the
 * till then lowers the balance and drops the hold in one step. After a crash in between, or a
 * repeated call, only the message to the till is repeated. `conflict` when it was not admitted.
 */
export function bookHoldUseCase(options: {
  readonly store: HoldStore;
  readonly till: Pick<HoldTill, 'findOpenHold'>;
  readonly postHold: PostHold;
  readonly getNowMs: () => number;
}): BookHold {
  const { getNowMs, store, postHold, till } = options;

  return async (request) => {
    const { holdId, reference, walletId } = request;
    const known = await store.holds.find(walletId, holdId);
    const wanted = known ?? (await findAdmitted());
    const { hold, wallet } = await store.inTransaction(async ({ book, holds }) => {
      const isNew = known === undefined && (await holds.insert(wanted));
      const [changed] = isNew ? await book.addEntries(makeReserveEntries(wanted, getNowMs())) : [];
      const [found = makeEmptyWallet(walletId)] = await book.findWallets([walletId]);
      return {
        hold: (isNew ? wanted : await holds.find(walletId, holdId)) ?? wanted,
        wallet: changed ?? found,
      };
    });
    await postHold(hold, wallet);
    return hold;

    async function findAdmitted(): Promise<BookedHold> {
      const open = await till.findOpenHold(walletId, holdId).catch((cause: unknown) => {
        throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
      });
      if (open !== undefined) {
        return { ...open, walletId, reference, state: 'held', capturedNanos: 0n };
      }
      // Another one may have moved it into the book since we looked there.
      const moved = await store.holds.find(walletId, holdId);
      if (moved !== undefined) return moved;
      throw new AppError('conflict', { message: 'The till has no such hold' });
    }
  };
}
