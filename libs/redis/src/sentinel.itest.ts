import type { Redis } from 'ioredis';
import { silentLogger } from '@tollgate/observability';
import { startRedisSentinels, waitUntil, type RedisSentinels } from '@tollgate/testing';
import { createRedis, createSubscriber } from './create-redis';

const setupTimeoutMs = 120_000;
const testTimeoutMs = 120_000;
const patience = { timeoutMs: 60_000, pollMs: 100, what: 'the new master' };

describe('Redis with Sentinel', () => {
  let servers: RedisSentinels | undefined;
  const clients: Redis[] = [];
  beforeAll(async () => {
    servers = await startRedisSentinels();
  }, setupTimeoutMs);
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await servers?.stop();
  });

  it(
    'leads commands and subscriptions to the promoted replica',
    async () => {
      const { url = '', failOver } = servers as RedisSentinels;
      const settings = { url, name: 'test', logger: silentLogger };
      const redis = createRedis(settings);
      const subscriber = createSubscriber(settings);
      clients.push(redis, subscriber);
      const heard: string[] = [];
      subscriber.on('message', (_channel, text) => heard.push(text));
      await redis.connect();
      await subscriber.subscribe('news');
      await redis.set('before', '1');
      await redis.wait(1, 10_000);
      await failOver();
      const write = async (): Promise<boolean> => (await redis.set('after', '1')) === 'OK';
      await waitUntil(write, patience);
      expect(await redis.get('before')).toBe('1');
      const isHeard = async (): Promise<boolean> => {
        await redis.publish('news', 'hello');
        return heard.includes('hello');
      };
      await waitUntil(isHeard, patience);
    },
    testTimeoutMs,
  );

  it(
    'connects again when Sentinel reports a new master during a reconnection',
    async () => {
      const { url = '' } = servers as RedisSentinels;
      const settings = { url, name: 'test', logger: silentLogger };
      const subscriber = createSubscriber(settings);
      const redis = createRedis(settings);
      clients.push(redis, subscriber);
      const heard: string[] = [];
      subscriber.on('message', (_channel, text) => heard.push(text));
      await redis.connect();
      await subscriber.subscribe('news');
      for (const client of [redis, subscriber]) {
        // What the detector of failovers does with the report.
        const { connector } = client as unknown as { connector: { disconnect(): void } };
        client.once('connecting', () => connector.disconnect());
        const ended = new Promise((resolve) => client.once('end', resolve));
        client.disconnect(true);
        await ended;
      }
      const isHeard = async (): Promise<boolean> => {
        await redis.publish('news', 'hello');
        return heard.includes('hello');
      };
      await waitUntil(isHeard, { ...patience, what: 'the message' });
    },
    testTimeoutMs,
  );
});
