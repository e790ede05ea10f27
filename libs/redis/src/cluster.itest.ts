import type { Redis } from 'ioredis';
import { createLifecycle } from '@tollgate/lifecycle';
import { silentLogger } from '@tollgate/observability';
import { redisUsers } from '@tollgate/store-address';
import { startRedisCluster, waitUntil, type RedisCluster } from '@tollgate/testing';
import { assertNoEviction, createRedis, createSubscriber, redisPart } from './create-redis';
import { defineScript } from './define-script';
import { findTag, getServer, listFirstSlots, listServers } from './servers';

const setupTimeoutMs = 120_000;
const testTimeoutMs = 120_000;
const patience = { timeoutMs: 60_000, pollMs: 50, what: 'the new master' };
/** In the first slot of each shard. */
const shardTags = [0, 5_461, 10_922].map(findTag);

describe('Redis Cluster', () => {
  let cluster: RedisCluster;
  const clients: Redis[] = [];
  beforeAll(async () => {
    cluster = await startRedisCluster();
  }, setupTimeoutMs);
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await cluster?.stop();
  });

  async function connect(): Promise<Redis> {
    const redis = createRedis({ url: cluster.url, name: 'test', logger: silentLogger });
    clients.push(redis);
    await redis.connect();
    return redis;
  }

  it('sends each command and each script to the master of its key', async () => {
    const redis = await connect();
    const script = defineScript(redis, "return redis.call('INCR', KEYS[1]) + ARGV[1]");
    for (const tag of shardTags) {
      await redis.set(`{${tag}}:plain`, tag);
      expect(await redis.get(`{${tag}}:plain`)).toBe(tag);
      // Unknown to every server at first.
      expect(await script([`{${tag}}:count`], [1])).toBe(2);
      expect(await script([`{${tag}}:count`], [1])).toBe(3);
      await getServer(redis, `{${tag}}:hash`).multi().hset(`{${tag}}:hash`, 'a', '1').exec();
    }
    expect(await redis.ping()).toBe('PONG');
    expect(listFirstSlots(redis)).toEqual([0, 5_461, 10_922]);
    await assertNoEviction(redis);
    const sizes = await Promise.all(listServers(redis).map((server) => server.dbsize()));
    expect(sizes).toEqual([3, 3, 3]);
  });

  it('refuses what has no single server', async () => {
    const redis = await connect();
    await expect(redis.info()).rejects.toThrow('No server of the Redis Cluster is known for info');
    expect(() => redis.multi()).toThrow('needs one server');
    expect(() => redis.pipeline()).toThrow('needs one server');
    await expect(redis.mget(...shardTags)).rejects.toThrow('CROSSSLOT');
  });

  it.each(redisUsers)('lets %s sign in with its own user', async (service) => {
    const url = cluster.urlOf(service);
    const redis = createRedis({ url, name: service, logger: silentLogger });
    clients.push(redis);
    await createLifecycle({ logger: silentLogger }).start([
      redisPart(redis, 'redis', { service, url }),
    ]);
    expect(await redis.ping()).toBe('PONG');
  });

  it('names a user whose password is wrong', async () => {
    const url = cluster.urlOf('edge').replace(/:[^:@/]*@/, ':some-secret@');
    const redis = createRedis({ url, name: 'edge', logger: silentLogger });
    clients.push(redis);
    const failure = await createLifecycle({ logger: silentLogger })
      .start([redisPart(redis, 'redis', { service: 'edge', url })])
      .catch((error: Error) => error.message);
    expect(failure).toContain('has the user "edge" at 127.0.0.1:');
    expect(failure).toContain('WRONGPASS');
    expect(failure).not.toContain('some-secret');
  });

  it('fails fast before it is connected', async () => {
    const redis = createRedis({ url: cluster.url, name: 'test', logger: silentLogger });
    clients.push(redis);
    await expect(redis.get('x')).rejects.toThrow('No server of the Redis Cluster is known');
    await waitUntil(async () => (await redis.ping()) === 'PONG', { ...patience, what: 'a PONG' });
  });

  it(
    'follows no redirection: it tells of a new master before a command reaches it',
    async () => {
      const redis = await connect();
      const [, key = ''] = shardTags;
      await redis.set(key, 'before');
      let closes = 0;
      redis.on('close', () => (closes += 1));
      const answers: string[] = [];
      let isOver = false;
      const asking = (async () => {
        while (!isOver) {
          const closesBefore = closes;
          const outcome = await redis.incr(`{${key}}:n`).then(
            (n) => `${n}`,
            (error: Error) => error.message,
          );
          answers.push(`${closesBefore} ${outcome}`);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      await cluster.switchOver(1);
      await waitUntil(async () => (await redis.get(key)) === 'before', patience);
      isOver = true;
      await asking;
      expect(closes).toBeGreaterThan(0);
      // A refused command comes before the first answer of the new master.
      const moved = answers.findIndex((each) => each.includes('MOVED'));
      expect(moved).toBeGreaterThan(0);
      expect(answers.slice(moved).filter((each) => /^0 \d+$/.test(each))).toEqual([]);
    },
    testTimeoutMs,
  );

  it(
    'leads commands and subscriptions on after a master was killed',
    async () => {
      const redis = await connect();
      const url = cluster.url;
      const subscriber = createSubscriber({ url, name: 'test', logger: silentLogger });
      clients.push(subscriber);
      const heard: string[] = [];
      subscriber.on('message', (_channel, text) => heard.push(text));
      await subscriber.connect();
      await subscriber.subscribe('news');
      const [key = ''] = shardTags;
      await redis.set(key, '1');
      await getServer(redis, key).wait(1, 10_000);
      let closes = 0;
      redis.on('close', () => (closes += 1));
      // The subscriber is at this server: the first one of the address.
      await cluster.failOver(0);
      await waitUntil(async () => (await redis.set(`{${key}}:after`, '1')) === 'OK', patience);
      expect(await redis.get(key)).toBe('1');
      expect(closes).toBeGreaterThan(0);
      const isHeard = async (): Promise<boolean> => {
        await redis.publish('news', 'hello');
        return heard.includes('hello');
      };
      await waitUntil(isHeard, { ...patience, what: 'the message' });
      // A service that starts now finds the first server of its address gone.
      expect(await (await connect()).get(key)).toBe('1');
    },
    testTimeoutMs,
  );
});
