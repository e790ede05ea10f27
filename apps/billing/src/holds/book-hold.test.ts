import { makeEmptyWallet } from '../wallets/wallet';
import { bookHoldUseCase } from './book-hold';
import type { BookedHold } from './booked-hold';
import type { HoldStore } from './ports';

const booked: BookedHold = {
  walletId: 'user_1',
  holdId: 'hold_1',
  reference: 'vjob_1',
  amountNanos: 400n,
  capturedNanos: 0n,
  state: 'held',
  instance: 'relay-1',
  counters: [],
} as unknown as BookedHold;

/** A book in which the hold stands from the second look on: another one was faster. */
function makeStore(looksBefore: number): HoldStore {
  let looks = 0;
  const find = async (): Promise<BookedHold | undefined> =>
    looks++ < looksBefore ? undefined : booked;
  const holds = { find, insert: async () => false };
  const book = {
    addEntries: async () => {
      throw new Error('booked twice');
    },
    findWallets: async () => [makeEmptyWallet('user_1')],
  };
  return {
    holds,
    inTransaction: (run: (parts: object) => Promise<unknown>) => run({ book, holds }),
  } as unknown as HoldStore;
}

function makeBookHold(looksBefore: number): ReturnType<typeof bookHoldUseCase> {
  return bookHoldUseCase({
    store: makeStore(looksBefore),
    till: { findOpenHold: async () => undefined },
    postHold: async () => undefined,
    getNowMs: () => 1,
  });
}

const request = { walletId: 'user_1', holdId: 'hold_1', reference: 'vjob_1' };

describe('booking a hold that the till no longer has', () => {
  it('finds it in the book when another one moved it there meanwhile', async () => {
    expect(await makeBookHold(1)(request)).toEqual(booked);
  });

  it('is a conflict when it was never admitted', async () => {
    await expect(makeBookHold(Number.POSITIVE_INFINITY)(request)).rejects.toMatchObject({
      reason: 'conflict',
    });
  });
});
