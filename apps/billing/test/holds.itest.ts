import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import type { SpendLimit } from '@tollgate/till';
import { bookHoldUseCase } from '../src/holds/book-hold';
import type { BookedHold } from '../src/holds/booked-hold';
import { createHoldStore } from '../src/holds/booked-hold-store';
import { closeHoldUseCase, type CloseHold } from '../src/holds/close-hold';
import type { HoldStore } from '../src/holds/ports';
import { postHoldUseCase, type PostHold } from '../src/holds/post-hold';
import { createReconcileTillJob } from '../src/holds/reconcile-till.job';
import { aGeneration } from './support/a-generation';
import { getNowMs, startBook, type BookUnderTest } from './support/start-book';

let fixture: BookUnderTest;
let store: HoldStore;
let postHold: PostHold;
let noted: bigint[];
beforeAll(async () => {
  fixture = await startBook();
  store = createHoldStore(fixture.database);
  postHold = postHoldUseCase({ till: fixture.till, logger: silentLogger });
});
afterAll(() => fixture.stop());
beforeEach(() => {
  noted = [];
});

let wallets = 0;
const instance = 'video-1';
const capOf = (walletId: string): SpendLimit => ({
  scope: 'key',
  scopeId: `key_${walletId}`,
  window: 'daily',
  limitNanos: 10_000n,
  rule: 'reserved',
});

/** A wallet of 1,000 with an admitted hold of 400 under a key cap. */
async function setUp(): Promise<{ walletId: string; holdId: string; cap: SpendLimit }> {
  const walletId = `user_holds_${++wallets}`;
  const holdId = makeUlid();
  const cap = capOf(walletId);
  await fixture.credit(walletId, 1_000n);
  await fixture.loadTill(walletId, [cap]);
  const amounts = { amountNanos: 400n, floorNanos: 400n };
  const admitted = await fixture.till.admit({
    ...{ walletId, holdId, instance, limits: [cap] },
    ...amounts,
  });
  expect(admitted.kind).toBe('admitted');
  return { walletId, holdId, cap };
}

const bookWith = (tell: PostHold) =>
  bookHoldUseCase({ store, till: fixture.till, postHold: tell, getNowMs });
const bookHold = (walletId: string, holdId: string) =>
  bookWith(postHold)({ walletId, holdId, reference: 'vjob_1' });
const closeWith = (tell: PostHold): CloseHold =>
  closeHoldUseCase({
    store,
    postHold: tell,
    noteSpend: async (nanos) => void noted.push(nanos),
    getNowMs,
  });
const makeCapture = (walletId: string, holdId: string, costNanos = 250n) => ({
  ...{ walletId, holdId, state: 'captured' as const },
  generation: aGeneration({ ulid: holdId, walletId, costNanos, keyId: `key_${walletId}` }),
});
const makeRelease = (walletId: string, holdId: string) => ({
  ...{ walletId, holdId, state: 'released' as const },
  generation: aGeneration({ ulid: holdId, walletId, costNanos: 0n, keyId: `key_${walletId}` }),
});
const capture = (walletId: string, holdId: string, costNanos?: bigint) =>
  closeWith(postHold)(makeCapture(walletId, holdId, costNanos));
const release = (walletId: string, holdId: string) =>
  closeWith(postHold)(makeRelease(walletId, holdId));

/** Dies between the commit of the book and the telling. */
const crash: PostHold = () => Promise.reject(new Error('killed'));

const readTill = (walletId: string) => fixture.till.readWallet(walletId);
const readCounter = async ({ scopeId }: SpendLimit, walletId: string) =>
  (await fixture.redis.hget(`till:{${walletId}}:counters`, `key|${scopeId}|daily`))?.replace(
    /^\d+\|/,
    '',
  );

/** As the job does a while after the telling was lost. */
async function reconcile(): Promise<void> {
  const part = createReconcileTillJob({
    ...{ store, till: fixture.till, postHold, logger: silentLogger },
    listChangedWallets: async () => [],
    listWalletsWithHolds: () => fixture.till.listWalletsWithHolds(),
    getNowMs: () => Date.now() + 60_000,
  });
  await part.start?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await part.stop?.();
}

async function expectBooked(walletId: string, cap: SpendLimit): Promise<void> {
  expect(await fixture.findWallet(walletId)).toMatchObject({
    balanceNanos: 600n,
    heldNanos: 400n,
    totalUsageNanos: 0n,
  });
  expect(await readTill(walletId)).toMatchObject({ postedNanos: 600n, heldNanos: 0n });
  expect(await readCounter(cap, walletId)).toBe('0|400');
  expect(await fixture.listBreaches()).toEqual([]);
}

async function expectClosed(walletId: string, cap: SpendLimit, costNanos: bigint): Promise<void> {
  expect(await fixture.findWallet(walletId)).toMatchObject({
    balanceNanos: 1_000n - costNanos,
    heldNanos: 0n,
    totalUsageNanos: costNanos,
  });
  expect(await readTill(walletId)).toMatchObject({
    postedNanos: 1_000n - costNanos,
    heldNanos: 0n,
  });
  expect(await readCounter(cap, walletId)).toBe(`${costNanos}|0`);
  expect(await fixture.till.listHolds(walletId)).toEqual([]);
  expect(await fixture.listBreaches()).toEqual([]);
}

describe('a hold that the book takes over', () => {
  it('leaves the balance and the till in one step, and still counts in limits', async () => {
    const { walletId, holdId, cap } = await setUp();
    expect(await bookHold(walletId, holdId)).toMatchObject({
      state: 'held',
      amountNanos: 400n,
      capturedNanos: 0n,
    });
    await expectBooked(walletId, cap);
  });

  it('is booked once, however often and by however many it is asked', async () => {
    const { walletId, holdId, cap } = await setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => bookHold(walletId, holdId)));
    expect(new Set(answers.map(({ state, amountNanos }) => `${state} ${amountNanos}`)).size).toBe(
      1,
    );
    await expectBooked(walletId, cap);
  });

  it('survives a crash before the till update, by a repeated call', async () => {
    const { walletId, holdId, cap } = await setUp();
    await expect(bookWith(crash)({ walletId, holdId, reference: 'vjob_1' })).rejects.toThrow(
      'killed',
    );
    expect(await readTill(walletId)).toMatchObject({ postedNanos: 1_000n, heldNanos: 400n });
    await bookHold(walletId, holdId);
    await expectBooked(walletId, cap);
  });

  it('survives a crash before the till update, by the reconciling job', async () => {
    const { walletId, holdId, cap } = await setUp();
    await expect(bookWith(crash)({ walletId, holdId, reference: 'vjob_1' })).rejects.toThrow(
      'killed',
    );
    await reconcile();
    await expectBooked(walletId, cap);
  });

  it('is in a till that was emptied and loaded again', async () => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    await fixture.redis.flushall();
    await fixture.loadTill(walletId, [cap]);
    await expectBooked(walletId, cap);
    await capture(walletId, holdId);
    await expectClosed(walletId, cap, 250n);
  });

  it('is not swept with the holds of a silent instance', async () => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    await fixture.till.sweep(walletId, instance);
    await fixture.till.release(walletId, holdId);
    await expectBooked(walletId, cap);
  });

  it('must have been admitted, and by that wallet', async () => {
    const { walletId, holdId } = await setUp();
    const refusal = { reason: 'conflict' };
    await expect(bookHold(walletId, makeUlid())).rejects.toMatchObject(refusal);
    await expect(bookHold('user_other', holdId)).rejects.toMatchObject(refusal);
  });
});

describe('the end of a booked hold', () => {
  it.each([
    ['below', 250n],
    ['above', 450n],
  ])('captured %s its amount charges what the work cost', async (_name, costNanos) => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    expect(await capture(walletId, holdId, costNanos)).toMatchObject({
      state: 'captured',
      capturedNanos: costNanos,
    });
    await expectClosed(walletId, cap, costNanos);
    expect(noted).toEqual([costNanos]);
    const { rows } = await fixture.database.query<{ kind: string }>(
      'SELECT kind FROM transfers WHERE wallet_id = $1 ORDER BY wallet_version',
      [walletId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['grant', 'reserve', 'release', 'settle']);
  });

  it('released gives everything back', async () => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    expect(await release(walletId, holdId)).toMatchObject({ state: 'released' });
    await expectClosed(walletId, cap, 0n);
  });

  it('of 50 parallel captures one wins, and all get its answer', async () => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => capture(walletId, holdId, 100n + BigInt(index))),
    );
    const costs = new Set(answers.map(({ capturedNanos }) => capturedNanos));
    expect(costs.size).toBe(1);
    expect(noted).toEqual([...costs]);
    await expectClosed(walletId, cap, answers[0]?.capturedNanos ?? -1n);
  });

  it('of captures and releases at once one kind wins, and the other is refused', async () => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? capture(walletId, holdId) : release(walletId, holdId),
      ),
    );
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(25);
    const states = new Set(won.map(({ value }: { value: BookedHold }) => value.state));
    expect(states.size).toBe(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'conflict' });
    }
    await expectClosed(walletId, cap, states.has('captured') ? 250n : 0n);
  });

  it.each([
    ['capture', makeCapture, 250n],
    ['release', makeRelease, 0n],
  ] as const)('a %s survives a crash before the till is told', async (_name, make, costNanos) => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    await expect(closeWith(crash)(make(walletId, holdId))).rejects.toThrow('killed');
    await reconcile();
    await expectClosed(walletId, cap, costNanos);
    await closeWith(postHold)(make(walletId, holdId));
    await expectClosed(walletId, cap, costNanos);
  });

  it('is right although the booking never reached the till', async () => {
    const { walletId, holdId, cap } = await setUp();
    await expect(bookWith(crash)({ walletId, holdId, reference: 'vjob_1' })).rejects.toThrow(
      'killed',
    );
    await capture(walletId, holdId);
    await expectClosed(walletId, cap, 250n);
  });

  it('leaves nothing behind when the transaction fails', async () => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    const broken: HoldStore = {
      ...store,
      inTransaction: (run) =>
        store.inTransaction((stores) =>
          run({
            ...stores,
            book: { ...stores.book, addGenerations: () => Promise.reject(new Error('no disk')) },
          }),
        ),
    };
    const close = closeHoldUseCase({
      ...{ store: broken, postHold, getNowMs },
      noteSpend: async (nanos) => void noted.push(nanos),
    });
    await expect(close(makeCapture(walletId, holdId))).rejects.toThrow('no disk');
    expect(noted).toEqual([]);
    await expectBooked(walletId, cap);
  });

  it('of an unknown hold, or of another wallet, is not found', async () => {
    const { walletId, holdId } = await setUp();
    await bookHold(walletId, holdId);
    await expect(capture(walletId, makeUlid())).rejects.toMatchObject({ reason: 'not_found' });
    await expect(release('user_other', holdId)).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('counts in a window that was rebuilt from the book', async () => {
    const { walletId, holdId, cap } = await setUp();
    await bookHold(walletId, holdId);
    await capture(walletId, holdId);
    await fixture.redis.flushall();
    await fixture.loadTill(walletId, [cap]);
    expect(await readCounter(cap, walletId)).toBe('250|0');
  });
});
