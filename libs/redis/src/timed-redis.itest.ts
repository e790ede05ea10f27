import { Redis } from 'ioredis';
import { silentLogger } from '@tollgate/observability';
import { startTestRedis, type TestRedis } from '@tollgate/testing';
import { createRedis } from './create-redis';
import { commandTimeoutMs } from './timed-redis';

/** Blocks the event loop of this process. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a command', () => {
  let server: TestRedis;
  let redis: Redis;
  let other: Redis;
  beforeAll(async () => {
    server = await startTestRedis();
    redis = createRedis({ url: server.url, name: 'test', logger: silentLogger });
    other = new Redis(server.url);
    await redis.connect();
    await redis.ping();
  });
  afterAll(async () => {
    await redis.quit();
    await other.quit();
    await server.stop();
  });

  it('gets its answer although this process stood still for longer than the time-out', async () => {
    const answer = redis.incr('count');
    standStill(commandTimeoutMs * 2);
    expect(await answer).toBe(1);
  });

  it('gets its answer although both this process and Redis stood still', async () => {
    await other.client('PAUSE', commandTimeoutMs * 2.4, 'ALL');
    const answer = redis.incr('paused');
    standStill(commandTimeoutMs * 2);
    expect(await answer).toBe(1);
  });

  it('fails when Redis does not answer in time', async () => {
    await other.client('PAUSE', commandTimeoutMs * 8, 'ALL');
    const beganMs = performance.now();
    await expect(redis.get('count')).rejects.toThrow('Command timed out');
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(commandTimeoutMs - 5);
    await other.ping();
  });

  it('fails in a pipeline when Redis does not answer in time', async () => {
    await other.client('PAUSE', commandTimeoutMs * 8, 'ALL');
    const results = await redis.pipeline().get('count').get('paused').exec();
    expect(results?.map(([error]) => error?.message)).toEqual(Array(2).fill('Command timed out'));
    await other.ping();
  });

  it('fails at once when there is no connection', async () => {
    const away = createRedis({ url: 'redis://127.0.0.1:1', name: 'away', logger: silentLogger });
    await expect(away.get('count')).rejects.toThrow();
    away.disconnect();
  });
});
