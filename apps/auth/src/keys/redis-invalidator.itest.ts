import { Redis } from 'ioredis';
import { silentLogger } from '@tollgate/observability';
import { authInvalidation, createRedis } from '@tollgate/redis';
import { startTestRedis, waitUntil, type TestRedis } from '@tollgate/testing';
import { createRedisInvalidator } from './redis-invalidator';

const changes = 50;
const edges = 200;

describe('an invalidation', () => {
  let server: TestRedis;
  let redis: Redis;
  let subscribers: Redis[];
  beforeAll(async () => {
    server = await startTestRedis();
    redis = createRedis({ url: server.url, name: 'auth', logger: silentLogger });
    await redis.connect();
    subscribers = Array.from({ length: edges }, () => new Redis(server.url));
    for (const subscriber of subscribers) await subscriber.subscribe(authInvalidation.channel);
  });
  afterAll(async () => {
    for (const subscriber of subscribers) subscriber.disconnect();
    await redis.quit();
    await server.stop();
  });

  it('has reached all edges when the change is answered', async () => {
    let heard = 0;
    for (const subscriber of subscribers) subscriber.on('message', () => (heard += 1));
    const { invalidate } = createRedisInvalidator(redis, silentLogger);
    let late = 0;
    for (let change = 1; change <= changes; change++) {
      await invalidate({ keyHash: `hash-${change}` });
      // What lies in the buffers of the connections is read in this turn or the next.
      await new Promise((resolve) => setImmediate(resolve));
      if (heard < change * edges) late += 1;
      await waitUntil(() => heard === change * edges, { timeoutMs: 30_000 });
    }
    expect(late).toBe(0);
  });
});
