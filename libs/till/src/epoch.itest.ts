import { Redis } from 'ioredis';
import { startTestRedis, type TestRedis } from '@tollgate/testing';
import { openEpoch } from './epoch';
import { epochServerKey, getWalletKeys } from './keys';
import { Till } from './till';

describe('the epoch of the till', () => {
  let server: TestRedis;
  let redis: Redis;
  beforeAll(async () => {
    server = await startTestRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    await redis.quit();
    await server.stop();
  });
  beforeEach(() => redis.flushall());

  /** As a promoted replica finds it: the data of another process. */
  const continueOnOtherServer = (): Promise<unknown> => redis.set(epochServerKey, 'another');

  async function fillWallet(till: Till, walletId: string): Promise<void> {
    const balance = { postedNanos: 1_000n, version: 1n, creditNanos: 0n };
    await till.load({ walletId, ...balance, postedHoldIds: [], counters: [] });
    for (const holdId of ['open', 'final']) {
      await till.register({ walletId, holdId, instance: 'r', amountNanos: 100n, counters: [] });
    }
    const final = { walletId, holdId: 'final', instance: 'r', amountNanos: 100n, counters: [] };
    await till.finalize(final, 40n);
  }

  it('stays the same on the same server', async () => {
    const { id } = await openEpoch(redis);
    expect((await openEpoch(redis)).id).toBe(id);
  });

  it('is a new one after the data are lost', async () => {
    const { id } = await openEpoch(redis);
    await redis.flushall();
    expect((await openEpoch(redis)).id).not.toBe(id);
  });

  it('is kept when an older version has opened it, without the name of the server', async () => {
    const { id } = await openEpoch(redis);
    await redis.del(epochServerKey);
    expect((await openEpoch(redis)).id).toBe(id);
    await continueOnOtherServer();
    expect((await openEpoch(redis)).id).not.toBe(id);
  });

  it('is a new one on another server, without balances and with final holds only', async () => {
    const till = new Till(redis);
    const { id } = await openEpoch(redis);
    await fillWallet(till, 'wallet');
    await redis.set('tollgate:rate', '7');
    await continueOnOtherServer();
    const next = await openEpoch(redis);
    expect(next.id).not.toBe(id);
    expect(next.ageMs).toBeLessThan(60_000);
    expect(await openEpoch(redis)).toMatchObject({ id: next.id });
    expect(await till.readWallet('wallet')).toBeUndefined();
    expect(await redis.hget(getWalletKeys('wallet').wallet, 'held')).toBe('40');
    const holds = await till.listHolds('wallet');
    expect(holds.map(({ holdId, state }) => [holdId, state])).toEqual([['final', 'final']]);
    expect(await redis.get('tollgate:rate')).toBe('7');
  });
});
