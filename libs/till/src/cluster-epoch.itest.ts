import { Redis } from 'ioredis';
import { silentLogger } from '@tollgate/observability';
import { createRedis, findTag, getServer } from '@tollgate/redis';
import { startRedisCluster, waitUntil, type RedisCluster } from '@tollgate/testing';
import type { Epoch } from './cluster-epoch';
import { openEpoch } from './epoch';
import { getWalletKeys } from './keys';
import { Till } from './till';

const setupTimeoutMs = 120_000;
const testTimeoutMs = 120_000;
const patience = { timeoutMs: 60_000, pollMs: 50, what: 'an epoch' };
/** One in each shard. */
const wallets = [0, 5_461, 10_922].map(findTag);

describe('the epoch of the till on Redis Cluster', () => {
  let cluster: RedisCluster;
  let redis: Redis;
  let till: Till;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    // With the rights of the service that opens epochs.
    redis = createRedis({ url: cluster.urlOf('relay'), name: 'relay', logger: silentLogger });
    await redis.connect();
    till = new Till(redis);
  }, setupTimeoutMs);
  afterAll(async () => {
    redis?.disconnect();
    await cluster?.stop();
  });

  async function fillWallet(walletId: string): Promise<void> {
    const balance = { postedNanos: 1_000n, version: 1n, creditNanos: 0n };
    await till.load({ walletId, ...balance, postedHoldIds: [], counters: [] });
    for (const holdId of ['open', 'final']) {
      await till.register({ walletId, holdId, instance: 'r', amountNanos: 100n, counters: [] });
    }
    const final = { walletId, holdId: 'final', instance: 'r', amountNanos: 100n, counters: [] };
    await till.finalize(final, 40n);
  }

  async function waitForEpoch(): Promise<Epoch> {
    let epoch: Epoch | undefined;
    const isRead = async (): Promise<boolean> => {
      epoch = await openEpoch(redis);
      return true;
    };
    await waitUntil(isRead, patience);
    return epoch as unknown as Epoch;
  }

  /** Balances and open holds are gone everywhere, final holds are left. */
  async function expectStripped(): Promise<void> {
    for (const walletId of wallets) {
      expect(await till.readWallet(walletId)).toBeUndefined();
      expect(await redis.hget(getWalletKeys(walletId).wallet, 'held')).toBe('40');
      const holds = await till.listHolds(walletId);
      expect(holds.map(({ holdId, state }) => [holdId, state])).toEqual([['final', 'final']]);
    }
  }

  it('is one for every master, and the same for all who ask', async () => {
    const { id } = await openEpoch(redis);
    expect(id.split(' ')).toHaveLength(3);
    expect((await openEpoch(redis)).id).toBe(id);
    const other = createRedis({ url: cluster.url, name: 'other', logger: silentLogger });
    await other.connect();
    expect((await openEpoch(other)).id).toBe(id);
    other.disconnect();
  });

  it('leaves wallets alone, and a sweep finds those of all masters', async () => {
    await openEpoch(redis);
    for (const walletId of wallets) await fillWallet(walletId);
    await openEpoch(redis);
    expect((await till.listWalletsWithHolds()).sort()).toEqual([...wallets].sort());
    for (const walletId of wallets) {
      expect(await till.readWallet(walletId)).toMatchObject({ postedNanos: 1_000n });
    }
  });

  it(
    'is a new one after a master was killed whose last writes were not replicated',
    async () => {
      const before = await openEpoch(redis);
      const [, walletId = ''] = wallets;
      for (const each of wallets) await fillWallet(each);
      await waitForReplica(cluster, walletId);
      await cluster.cutReplica(1);
      const late = { walletId, holdId: 'late', instance: 'r', amountNanos: 100n, counters: [] };
      await till.finalize(late, 30n);
      await cluster.failOver(1);
      const after = await waitForEpoch();
      const pairs = after.id.split(' ').map((id, index) => id === before.id.split(' ')[index]);
      expect(pairs).toEqual([false, false, false]);
      expect(after.ageMs).toBeLessThan(60_000);
      await expectStripped();
      expect((await openEpoch(redis)).id).toBe(after.id);
    },
    testTimeoutMs,
  );

  it(
    'is a new one after a master and its replica have changed places',
    async () => {
      const before = await waitForEpoch();
      for (const each of wallets) await fillWallet(each);
      await cluster.switchOver(2);
      const isNew = async (): Promise<boolean> => (await openEpoch(redis)).id !== before.id;
      await waitUntil(isNew, patience);
      await expectStripped();
    },
    testTimeoutMs,
  );

  it(
    'is a new one when a slot is given to another master',
    async () => {
      const before = await waitForEpoch();
      for (const each of wallets) await fillWallet(each);
      const admins = await listMasters(cluster);
      const target = admins[0];
      const id = String(await target?.call('CLUSTER', 'MYID'));
      // The last slot, which has no keys.
      for (const admin of admins) await admin.call('CLUSTER', 'SETSLOT', 16_383, 'NODE', id);
      for (const admin of admins) admin.disconnect();
      const isNew = async (): Promise<boolean> => (await openEpoch(redis)).id !== before.id;
      await waitUntil(isNew, patience);
      await waitUntil(() => expectStripped().then(() => true), patience);
    },
    testTimeoutMs,
  );
});

/** Everything that was written before has reached the replica. */
async function waitForReplica(cluster: RedisCluster, key: string): Promise<void> {
  const admin = createRedis({ url: cluster.url, name: 'admin', logger: silentLogger });
  await admin.connect();
  await admin.set(`{${key}}:mark`, '1');
  await getServer(admin, key).wait(1, 10_000);
  admin.disconnect();
}

async function listMasters(cluster: RedisCluster): Promise<Redis[]> {
  const all = [...cluster.masterUrls, ...cluster.replicaUrls].map((url) => {
    const redis = new Redis(url, { retryStrategy: null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    return redis;
  });
  const roles = await Promise.all(
    all.map((redis) => redis.info('replication').catch(() => 'role:gone')),
  );
  return all.filter((redis, index) => {
    const isMaster = roles[index]?.includes('role:master') === true;
    if (!isMaster) redis.disconnect();
    return isMaster;
  });
}
