import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { startTestRedis, type TestRedis } from '@tollgate/testing';
import type { AdmitRequest, HoldRef } from './admission';
import { openEpoch } from './epoch';
import { InstanceRegistry } from './instance-registry';
import type { SpendLimit, SpendWindow } from './limits';
import { Till } from './till';
import { getWindowStartMs } from './window-start';
import { preludeLua } from './scripts/prelude';

let server: TestRedis;
let redis: Redis;
let till: Till;

beforeAll(async () => {
  server = await startTestRedis();
  redis = createRedis({ url: server.url, name: 'test', logger: silentLogger });
  await redis.connect();
  till = new Till(redis);
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const walletId = 'user_1';
const keyCap = (limitNanos: bigint, window: SpendWindow = 'monthly'): SpendLimit => ({
  scope: 'key',
  scopeId: 'key_1',
  window,
  limitNanos,
  rule: 'reserved',
});

function admit(
  holdId: string,
  amountNanos: bigint,
  limits: readonly SpendLimit[] = [],
  changes: Partial<AdmitRequest> = {},
) {
  return till.admit({
    walletId,
    holdId,
    instance: 'relay-1',
    amountNanos,
    floorNanos: amountNanos,
    limits,
    ...changes,
  });
}

function load(
  postedNanos: bigint,
  version = 1n,
  counters: readonly { spent: bigint; limit: SpendLimit }[] = [],
  postedHoldIds: readonly string[] = [],
) {
  return till.load({
    walletId,
    postedNanos,
    version,
    creditNanos: 0n,
    postedHoldIds,
    counters: counters.map(({ spent, limit }) => ({
      ...limit,
      startMs: getWindowStartMs(limit.window, Date.now()),
      spentNanos: spent,
    })),
  });
}

const hold = (
  holdId: string,
  amountNanos: bigint,
  counters: readonly SpendLimit[] = [],
): HoldRef => ({ walletId, holdId, instance: 'relay-1', amountNanos, counters });

describe('admission', () => {
  it('requests a wallet that it does not have', async () => {
    expect(await admit('h1', 1n)).toEqual({ kind: 'not-loaded', counters: [] });
  });

  it('requests counters that it does not have', async () => {
    await load(100n);
    expect(await admit('h1', 1n, [keyCap(5n)])).toMatchObject({
      kind: 'not-loaded',
      counters: [{ scope: 'key', scopeId: 'key_1', window: 'monthly' }],
    });
  });

  it('lets exactly as many of 200 parallel calls in as the wallet can pay for', async () => {
    await load(100n);
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => admit(`h${index}`, 10n)),
    );
    expect(results.filter((result) => result.kind === 'admitted')).toHaveLength(10);
    expect(results.filter((result) => result.kind === 'no-funds')).toHaveLength(190);
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 100n,
      version: 1n,
      heldNanos: 100n,
    });
  });

  it('stops parallel calls at a key cap, at most one worst case beyond it', async () => {
    const cap = keyCap(50n);
    await load(1_000_000n, 1n, [{ spent: 0n, limit: cap }]);
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => admit(`h${index}`, 7n, [cap])),
    );
    expect(results.filter((result) => result.kind === 'admitted')).toHaveLength(8);
    expect(results.at(-1)).toMatchObject({
      kind: 'limit-reached',
      limit: cap,
      spentNanos: 0n,
      reservedNanos: 56n,
    });
  });

  it('counts only settled spend for a breaker', async () => {
    const breaker: SpendLimit = { ...keyCap(10n, 'hour'), rule: 'settled' };
    await load(1_000n, 1n, [{ spent: 0n, limit: breaker }]);
    await admit('h1', 50n, [breaker]);
    expect(await admit('h2', 50n, [breaker])).toMatchObject({ kind: 'admitted' });
    await till.finalize(hold('h1', 50n, [breaker]), 10n);
    expect(await admit('h3', 50n, [breaker])).toMatchObject({
      kind: 'limit-reached',
      spentNanos: 10n,
    });
  });

  it('names the first limit that is reached', async () => {
    const limits = [keyCap(100n, 'daily'), keyCap(5n, 'weekly'), keyCap(5n, 'monthly')];
    await load(
      1_000n,
      1n,
      limits.map((limit) => ({ spent: 5n, limit })),
    );
    expect(await admit('h1', 1n, limits)).toMatchObject({
      kind: 'limit-reached',
      limit: { window: 'weekly' },
    });
  });

  it('places a hold only once, however often it is requested', async () => {
    await load(100n);
    await Promise.all([admit('h1', 60n), admit('h1', 60n), admit('h1', 60n)]);
    expect((await till.readWallet(walletId))?.heldNanos).toBe(60n);
  });

  it('takes what there is when that is above the floor', async () => {
    await load(100n);
    expect(await admit('h1', 500n, [], { floorNanos: 80n })).toEqual({
      kind: 'admitted',
      amountNanos: 100n,
    });
    expect(await admit('h2', 500n, [], { floorNanos: 1n })).toEqual({
      kind: 'no-funds',
      availableNanos: 0n,
      creditNanos: 0n,
      requiredNanos: 1n,
    });
  });

  it('refuses a wallet below zero', async () => {
    await load(-5n);
    expect(await admit('h1', 1n)).toMatchObject({ kind: 'no-funds', availableNanos: -5n });
  });

  it('keeps amounts exact up to nine million dollars', async () => {
    const posted = 9_007_199_254_740_991n;
    await load(posted);
    await admit('h1', 9_007_199_254_740_990n);
    expect(await admit('h2', 2n)).toMatchObject({ kind: 'no-funds', availableNanos: 1n });
  });

  it('works on after Redis has forgotten the scripts', async () => {
    await load(100n);
    await redis.script('FLUSH');
    expect(await admit('h1', 1n)).toMatchObject({ kind: 'admitted' });
  });
});

describe('settling', () => {
  it('replaces the worst case by what the call cost, and the book takes that over', async () => {
    const cap = keyCap(1_000n);
    await load(100n, 1n, [{ spent: 0n, limit: cap }]);
    await admit('h1', 60n, [cap]);
    await till.finalize(hold('h1', 60n, [cap]), 20n);
    expect((await till.readWallet(walletId))?.heldNanos).toBe(20n);
    await till.post(walletId, { postedNanos: 80n, version: 2n }, ['h1']);
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 80n,
      version: 2n,
      heldNanos: 0n,
    });
    expect(await redis.hget('till:{user_1}:counters', 'key|key_1|monthly')).toMatch(/\|20\|0$/);
  });

  it('gives a released hold back whole, once', async () => {
    await load(100n);
    await admit('h1', 60n);
    await till.release(walletId, 'h1');
    await till.release(walletId, 'h1');
    expect((await till.readWallet(walletId))?.heldNanos).toBe(0n);
  });

  it('never releases a call that was charged', async () => {
    await load(100n);
    await admit('h1', 60n);
    await till.finalize(hold('h1', 60n), 20n);
    await till.release(walletId, 'h1');
    await till.sweep(walletId, 'relay-1');
    expect((await till.readWallet(walletId))?.heldNanos).toBe(20n);
  });

  it('posts a call that cost nothing', async () => {
    await load(100n);
    await admit('h1', 60n);
    await till.finalize(hold('h1', 60n), 0n);
    await till.post(walletId, { postedNanos: 100n, version: 2n }, ['h1']);
    const wallet = await till.readWallet(walletId);
    expect(wallet).toMatchObject({ postedNanos: 100n, version: 2n, heldNanos: 0n });
  });

  it('finalizes once, and also a hold that was swept before', async () => {
    await load(100n);
    await till.finalize(hold('gone', 60n), 20n);
    await till.finalize(hold('gone', 60n), 20n);
    expect((await till.readWallet(walletId))?.heldNanos).toBe(20n);
  });

  it('does not let a late update restore an old balance', async () => {
    await load(100n, 5n);
    await till.post(walletId, { postedNanos: 999n, version: 4n }, []);
    expect(await till.readWallet(walletId)).toMatchObject({ postedNanos: 100n, version: 5n });
  });

  it('drops the holds that a late update lists all the same', async () => {
    await load(100n, 5n);
    await admit('h1', 60n);
    await till.finalize(hold('h1', 60n), 20n);
    await till.post(walletId, { postedNanos: 1n, version: 4n }, ['h1']);
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 100n,
      version: 5n,
      heldNanos: 0n,
    });
  });

  it('sweeps the open holds of one instance only', async () => {
    await load(100n);
    await admit('h1', 10n);
    await admit('h2', 10n, [], { instance: 'relay-2' });
    expect(await till.sweep(walletId, 'relay-1')).toBe(1);
    expect((await till.listHolds(walletId)).map(({ holdId }) => holdId)).toEqual(['h2']);
  });
});

describe('loading', () => {
  it('keeps the holds that are there and counts them into new counters', async () => {
    const cap = keyCap(1_000n);
    await till.finalize(hold('final', 60n, [cap]), 20n);
    await till.register(hold('open', 30n, [cap]));
    await load(100n, 3n, [{ spent: 500n, limit: cap }]);
    expect(await till.readWallet(walletId)).toEqual({
      postedNanos: 100n,
      version: 3n,
      heldNanos: 50n,
    });
    expect(await redis.hget('till:{user_1}:counters', 'key|key_1|monthly')).toMatch(/\|520\|30$/);
  });

  it('drops final holds that its snapshot of the book contains already', async () => {
    const cap = keyCap(1_000n);
    await till.finalize(hold('posted', 60n, [cap]), 20n);
    await load(80n, 3n, [{ spent: 20n, limit: cap }], ['posted']);
    expect((await till.readWallet(walletId))?.heldNanos).toBe(0n);
    expect(await redis.hget('till:{user_1}:counters', 'key|key_1|monthly')).toMatch(/\|20\|0$/);
  });

  it('does not overwrite what is newer or already counting', async () => {
    const cap = keyCap(1_000n);
    await load(100n, 5n, [{ spent: 7n, limit: cap }]);
    await load(1n, 4n, [{ spent: 0n, limit: cap }]);
    expect(await till.readWallet(walletId)).toMatchObject({ postedNanos: 100n, version: 5n });
    expect(await redis.hget('till:{user_1}:counters', 'key|key_1|monthly')).toMatch(/\|7\|0$/);
  });
});

describe('windows', () => {
  it('restart on the clock: old spend is dropped, open holds are not', async () => {
    const cap = keyCap(10n, 'minute');
    await load(1_000n);
    await redis.hset('till:{user_1}:counters', 'key|key_1|minute', '60|10|3');
    expect(await admit('h1', 1n, [cap])).toMatchObject({ kind: 'admitted' });
    expect(await redis.hget('till:{user_1}:counters', 'key|key_1|minute')).toMatch(/\|0\|4$/);
  });

  it('start at the same second in the scripts as in the services', async () => {
    const seconds = [
      0, 1, 86_399, 951_782_400, 1_709_164_800, 1_735_689_599, 1_763_110_800, 4_102_444_800,
    ];
    for (const window of ['minute', 'hour', 'daily', 'weekly', 'monthly', 'total'] as const) {
      for (const second of seconds) {
        const text = `${preludeLua} return string.format('%.0f', window_start(ARGV[1], tonumber(ARGV[2])))`;
        const start = Number(await redis.eval(text, 0, window, second));
        expect({ window, second, start }).toEqual({
          window,
          second,
          start: getWindowStartMs(window, second * 1_000) / 1_000,
        });
      }
    }
  });
});

describe('instances and epochs', () => {
  it('an instance that has just beaten is not silent', async () => {
    const registry = new InstanceRegistry(redis);
    await registry.beat('relay-1');
    await redis.zadd('till:instances', 1_000, 'relay-dead');
    await registry.noteWallet('relay-dead', walletId);
    expect(await registry.listSilent()).toEqual(['relay-dead']);
    expect(await registry.listWallets('relay-dead')).toEqual([walletId]);
  });

  it('an epoch stays until Redis is emptied', async () => {
    const first = await openEpoch(redis);
    expect((await openEpoch(redis)).id).toBe(first.id);
    await redis.flushall();
    const second = await openEpoch(redis);
    expect(second.id).not.toBe(first.id);
    expect(second.ageMs).toBe(0);
  });

  it('all wallets with holds can be found', async () => {
    await load(100n);
    await admit('h1', 1n);
    expect(await till.listWalletsWithHolds()).toEqual([walletId]);
  });
});
