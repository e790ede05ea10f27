import { join } from 'node:path';
import fc from 'fast-check';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createRedis, type Redis } from '@tollgate/redis';
import {
  createTestDatabase,
  startTestRedis,
  type TestDatabase,
  type TestRedis,
} from '@tollgate/testing';
import { InstanceRegistry, Till, type SpendCounter, type SpendLimit } from '@tollgate/till';
import { decodeReceiptDetails } from '../src/generations/decode-receipt';
import { UsageReader } from '../src/generations/usage-reader';
import { grantCreditsUseCase } from '../src/grants/grant-credits';
import { createBook, createBookStore } from '../src/ledger/book-store';
import { postUsageUseCase } from '../src/ledger/post-usage';
import type { Generation } from '../src/ledger/usage';
import { createMoneyStore } from '../src/shared/money-store';
import { verifyBook } from '../src/verify/verify-book';
import { verifyTill } from '../src/verify/verify-till';
import { getCreditsUseCase } from '../src/wallets/get-credits';
import { loadTillUseCase } from '../src/wallets/load-till';
import { postBalanceUseCase } from '../src/wallets/post-balance';
import { takeCreditUseCase } from '../src/wallets/take-credit';
import { WalletReader } from '../src/wallets/wallet-reader';
import { aGeneration } from './support/a-generation';

let testDatabase: TestDatabase<'billing'>;
let server: TestRedis;
let database: Database;
let redis: Redis;
let till: Till;
const getNowMs = (): number => Date.now();
const all = (walletId: string) => ({ walletId, memberId: null, keyId: null });

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['billing'] });
  server = await startTestRedis();
  const url = testDatabase.urlOf('billing');
  await runMigrations({
    databaseUrl: url,
    schema: 'billing',
    directory: join(__dirname, '..', 'migrations'),
    logger: silentLogger,
  });
  database = createDatabase({ url, name: 'test', logger: silentLogger });
  redis = createRedis({ url: server.url, name: 'test', logger: silentLogger });
  await redis.connect();
  till = new Till(redis);
});
afterAll(async () => {
  redis.disconnect();
  await database.close();
  await server.stop();
  await testDatabase.drop();
});

const store = () => createBookStore(database);
const usageReader = () => new UsageReader(database, decodeReceiptDetails);
const postUsage = (generations: readonly Generation[]) =>
  postUsageUseCase({ store: store(), till })(generations);
const loadTill = (walletId: string, counters: readonly SpendCounter[] = []) =>
  loadTillUseCase({ store: store(), till, getNowMs })(walletId, counters);
const operator = {
  actor: { type: 'operator', id: 'admin-token', email: '' },
  ip: '127.0.0.1',
  requestId: 'req_1',
} as const;
const grant = (walletId: string, amountNanos: bigint) => {
  const postBalance = postBalanceUseCase({ till, logger: silentLogger });
  const instances = new InstanceRegistry(redis);
  const takeCredit = takeCreditUseCase({ till, instances, loadTill, postBalance });
  const grantCredits = grantCreditsUseCase({
    store: createMoneyStore(database),
    takeCredit,
    postBalance,
    getNowMs,
  });
  const ulid = makeUlid();
  return grantCredits({ ulid, walletId, amountNanos, reason: 'test', expiresAtMs: null, operator });
};

async function admitAndFinalize(
  walletId: string,
  generation: Generation,
  limits: readonly SpendLimit[] = [],
): Promise<void> {
  const hold = {
    walletId,
    holdId: generation.ulid,
    instance: 'relay-1',
    amountNanos: generation.reservedNanos,
    counters: limits,
  };
  await till.admit({ ...hold, floorNanos: hold.amountNanos, limits });
  await till.finalize(hold, generation.costNanos);
}

async function expectAllInvariants(): Promise<void> {
  const results = [
    ...(await verifyBook(database)),
    ...(await verifyTill(
      (ulids) => createBook(database).findPosted(ulids),
      till,
      Date.now() + 60_000,
    )),
  ];
  expect(results.filter(({ breaches }) => breaches > 0)).toEqual([]);
}

describe('the book', () => {
  it('posts a charge as a double entry and updates the till', async () => {
    const walletId = 'user_posts';
    await grant(walletId, 1_000n);
    await loadTill(walletId);
    const generation = aGeneration({ walletId });
    await admitAndFinalize(walletId, generation);
    expect(await postUsage([generation])).toEqual({ posted: 1 });
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 970n,
      version: 2n,
      heldNanos: 0n,
    });
    expect(await new WalletReader(database).find(walletId)).toMatchObject({
      balanceNanos: 970n,
      totalCreditsNanos: 1_000n,
      totalUsageNanos: 30n,
    });
    await expectAllInvariants();
  });

  it('posts nothing for a second delivery, in the same batch or later, and updates the till', async () => {
    const walletId = 'user_twice';
    await grant(walletId, 1_000n);
    await loadTill(walletId);
    const generation = aGeneration({ walletId });
    await admitAndFinalize(walletId, generation);
    expect(await postUsage([generation, generation])).toEqual({ posted: 1 });
    await till.finalize(
      { walletId, holdId: generation.ulid, instance: 'x', amountNanos: 0n, counters: [] },
      30n,
    );
    expect(await postUsage([generation])).toEqual({ posted: 0 });
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 970n,
      version: 2n,
      heldNanos: 0n,
    });
    await expectAllInvariants();
  });

  it('keeps the charge when a second record of the same call differs', async () => {
    const walletId = 'user_contradiction';
    await grant(walletId, 1_000n);
    const charged = aGeneration({ walletId });
    const refunded = aGeneration({ walletId, ulid: charged.ulid, costNanos: 0n });
    await postUsage([charged, refunded]);
    expect((await new WalletReader(database).find(walletId)).totalUsageNanos).toBe(30n);
    await expectAllInvariants();
  });

  it('posts a redelivery from another month only once', async () => {
    const walletId = 'user_month';
    await grant(walletId, 30n);
    const ulid = makeUlid(Date.now() - 40 * 86_400_000);
    await postUsage([aGeneration({ walletId, ulid })]);
    expect(await postUsage([aGeneration({ walletId, ulid })])).toEqual({ posted: 0 });
    await expectAllInvariants();
  });

  it('takes the longest names that a record may have', async () => {
    const walletId = 'user_long';
    // Of three bytes each, and nothing that an index could compress.
    const pick = (): number => 0x4e00 + Math.floor(Math.random() * 0x5000);
    const model = String.fromCharCode(...Array.from({ length: 770 }, pick));
    const generation = aGeneration({ walletId, model, costNanos: 0n });
    expect(await postUsage([generation])).toEqual({ posted: 1 });
    await expectAllInvariants();
  });

  it('keeps unbilled calls on record without an entry', async () => {
    const walletId = 'user_unbilled';
    const generation = aGeneration({ walletId, costNanos: 0n });
    await postUsage([generation]);
    expect(await usageReader().findGeneration(all(walletId), generation.ulid)).toMatchObject({
      outcome: 'refunded_cancel',
      costNanos: 0n,
    });
    expect((await new WalletReader(database).find(walletId)).version).toBe(0n);
    await expectAllInvariants();
  });

  it('finds the transfer of a charged call, and none of a free one', async () => {
    const walletId = 'user_transfers';
    await grant(walletId, 1_000n);
    const charged = aGeneration({ walletId, costNanos: 7n });
    const free = aGeneration({ walletId, costNanos: 0n });
    await postUsage([charged, free]);
    const listTransfers = async ({ ulid }: { ulid: string }) => {
      const receipt = await usageReader().findGeneration(all(walletId), ulid);
      return receipt && usageReader().listTransfers(receipt);
    };
    expect(await listTransfers(charged)).toMatchObject([
      {
        entryId: `led_${charged.ulid}`,
        kind: 'settle',
        fromAccount: `wallet:${walletId}`,
        toAccount: 'revenue',
        amountNanos: 7n,
        balanceAfterNanos: 993n,
      },
    ]);
    expect(await listTransfers(free)).toEqual([]);
  });

  it('hides a call from every other wallet', async () => {
    const generation = aGeneration({ walletId: 'user_unbilled', costNanos: 0n });
    await postUsage([generation]);
    const { ulid } = generation;
    expect(await usageReader().findGeneration(all('user_stranger'), ulid)).toBeUndefined();
  });

  it('refuses to change what is written', async () => {
    await grant('user_written', 1n);
    for (const change of [
      'UPDATE transfers SET amount_nanos = 1',
      'DELETE FROM transfers',
      'TRUNCATE transfers',
    ]) {
      await expect(database.query(change)).rejects.toThrow(/immutable/);
    }
  });

  it('survives concurrent batches of the same wallets without deadlock or loss', async () => {
    const wallets = ['user_a', 'user_b', 'user_c'];
    for (const walletId of wallets) await grant(walletId, 1_000_000n);
    const batches = Array.from({ length: 20 }, () =>
      Array.from({ length: 30 }, (_, index) =>
        aGeneration({ walletId: wallets[index % 3] as string, costNanos: 7n }),
      ),
    );
    await Promise.all(batches.map((batch) => postUsage(batch)));
    for (const walletId of wallets) {
      expect((await new WalletReader(database).find(walletId)).totalUsageNanos).toBe(200n * 7n);
    }
    await expectAllInvariants();
  });

  it('takes credit back with a negative grant', async () => {
    await grant('user_adjust', 100n);
    await grant('user_adjust', -40n);
    expect((await new WalletReader(database).find('user_adjust')).balanceNanos).toBe(60n);
    const grants = await createMoneyStore(database).grants.list('', 200);
    expect(
      grants
        .filter(({ walletId }) => walletId === 'user_adjust')
        .map(({ kind, amountNanos }) => [kind, amountNanos]),
    ).toEqual(
      expect.arrayContaining([
        ['adjust', -40n],
        ['grant', 100n],
      ]),
    );
    await expectAllInvariants();
  });
});

const noGoodwill = { limitNanos: 0n, usedNanos: 0n, resetsAtMs: undefined };
const getGoodwill = async () => noGoodwill;

describe('credits', () => {
  it('count open holds as reserved and final ones as spent', async () => {
    const walletId = 'user_credits';
    await grant(walletId, 1_000n);
    await loadTill(walletId);
    await till.admit({
      walletId,
      holdId: makeUlid(),
      instance: 'r',
      amountNanos: 100n,
      floorNanos: 100n,
      limits: [],
    });
    await admitAndFinalize(walletId, aGeneration({ walletId }));
    const getCredits = getCreditsUseCase({
      store: store(),
      till,
      getGoodwill,
      logger: silentLogger,
    });
    expect(await getCredits(walletId)).toEqual({
      totalCreditsNanos: 1_000n,
      totalUsageNanos: 30n,
      reservedNanos: 100n,
      availableNanos: 870n,
      openHolds: 1,
      openNanos: 100n,
      goodwill: noGoodwill,
    });
    await redis.del(`till:{${walletId}}:wallet`, `till:{${walletId}}:holds`);
  });

  it('of a wallet that was never credited are zero', async () => {
    const getCredits = getCreditsUseCase({
      store: store(),
      till,
      getGoodwill,
      logger: silentLogger,
    });
    expect(await getCredits('user_nobody')).toEqual({
      totalCreditsNanos: 0n,
      totalUsageNanos: 0n,
      reservedNanos: 0n,
      availableNanos: 0n,
      openHolds: 0,
      openNanos: 0n,
      goodwill: noGoodwill,
    });
  });
});

describe('loading the till', () => {
  const cap: SpendLimit = {
    scope: 'key',
    scopeId: 'key_load',
    window: 'monthly',
    limitNanos: 1_000n,
    rule: 'reserved',
  };

  it('rebuilds balance and key spend from the book, with holds that are not posted yet', async () => {
    const walletId = 'user_load';
    await grant(walletId, 1_000n);
    await postUsage([aGeneration({ walletId, keyId: 'key_load' })]);
    await redis.flushall();
    const unposted = aGeneration({ walletId, keyId: 'key_load', costNanos: 5n });
    await till.finalize(
      { walletId, holdId: unposted.ulid, instance: 'r', amountNanos: 9n, counters: [cap] },
      5n,
    );
    await loadTill(walletId, [cap]);
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 970n,
      version: 2n,
      heldNanos: 5n,
    });
    expect(await redis.hget(`till:{${walletId}}:counters`, 'key|key_load|monthly')).toMatch(
      /\|35\|0$/,
    );
    await postUsage([unposted]);
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 965n,
      version: 3n,
      heldNanos: 0n,
    });
  });

  it('counts a posted charge once although its hold is still in the till', async () => {
    const walletId = 'user_load2';
    const generation = aGeneration({ walletId, keyId: 'key_load2' });
    const limit = { ...cap, scopeId: 'key_load2' };
    await grant(walletId, 1_000n);
    await postUsage([generation]);
    await redis.flushall();
    await till.finalize(
      { walletId, holdId: generation.ulid, instance: 'r', amountNanos: 9n, counters: [limit] },
      30n,
    );
    await loadTill(walletId, [limit]);
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 970n,
      version: 2n,
      heldNanos: 0n,
    });
    expect(await redis.hget(`till:{${walletId}}:counters`, 'key|key_load2|monthly')).toMatch(
      /\|30\|0$/,
    );
  });
});

describe('any history of calls', () => {
  it('leaves book and till in agreement', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('call' as const),
        reserve: fc.bigInt(1n, 200n),
        share: fc.integer({ min: 0, max: 100 }),
      }),
      fc.record({ kind: fc.constant('cancel' as const), reserve: fc.bigInt(1n, 200n) }),
      fc.record({ kind: fc.constant('post' as const) }),
      fc.record({ kind: fc.constant('repost' as const) }),
      fc.record({ kind: fc.constant('flush' as const) }),
      fc.record({ kind: fc.constant('grant' as const), amount: fc.bigInt(1n, 500n) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        await redis.flushall();
        const walletId = `user_${makeUlid()}`;
        await grant(walletId, 500n);
        await loadTill(walletId);
        const waiting: Generation[] = [];
        const posted: Generation[] = [];
        let credits = 500n;
        let charged = 0n;
        for (const action of steps) {
          if (action.kind === 'call') {
            const ulid = makeUlid();
            const result = await till.admit({
              walletId,
              holdId: ulid,
              instance: 'r',
              amountNanos: action.reserve,
              floorNanos: action.reserve,
              limits: [],
            });
            if (result.kind !== 'admitted') continue;
            const costNanos = (action.reserve * BigInt(action.share)) / 100n;
            if (costNanos === 0n) await till.release(walletId, ulid);
            else
              await till.finalize(
                {
                  walletId,
                  holdId: ulid,
                  instance: 'r',
                  amountNanos: action.reserve,
                  counters: [],
                },
                costNanos,
              );
            waiting.push(
              aGeneration({
                walletId,
                keyId: walletId,
                ulid,
                costNanos,
                reservedNanos: action.reserve,
              }),
            );
            charged += costNanos;
          } else if (action.kind === 'cancel') {
            const ulid = makeUlid();
            await till.admit({
              walletId,
              holdId: ulid,
              instance: 'r',
              amountNanos: action.reserve,
              floorNanos: action.reserve,
              limits: [],
            });
            await till.release(walletId, ulid);
          } else if (action.kind === 'post') {
            posted.push(...waiting);
            await postUsage(waiting.splice(0));
          } else if (action.kind === 'repost') {
            await postUsage(posted);
          } else if (action.kind === 'grant') {
            await grant(walletId, action.amount);
            credits += action.amount;
          } else {
            await redis.flushall();
            for (const { ulid, costNanos } of waiting) {
              if (costNanos > 0n)
                await till.finalize(
                  { walletId, holdId: ulid, instance: 'r', amountNanos: 0n, counters: [] },
                  costNanos,
                );
            }
            await loadTill(walletId);
          }
          const state = await till.readWallet(walletId);
          expect(state && state.postedNanos - state.heldNanos).toBe(credits - charged);
          expect(credits - charged >= 0n).toBe(true);
        }
        await postUsage(waiting);
        expect((await till.readWallet(walletId))?.heldNanos).toBe(0n);
        expect((await new WalletReader(database).find(walletId)).balanceNanos).toBe(
          credits - charged,
        );
      }),
      { numRuns: 25 },
    );
    await expectAllInvariants();
  });
});
