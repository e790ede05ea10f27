import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { silentLogger } from '@tollgate/observability';
import { startTestRedis, waitUntil, type TestRedis } from '@tollgate/testing';
import { createRedis } from './create-redis';
import { commandTimeoutMs, silenceMsMax } from './timed-redis';

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
    // A machine that stood still in the meantime may have cost it its connection.
    redis.disconnect();
    other.disconnect();
    await server.stop();
  });

  it('gets its answer although this process stood still for longer than the time-out', async () => {
    const answer = redis.incr('count');
    standStill(commandTimeoutMs * 2);
    expect(await answer).toBe(1);
  });

  it('gets its answer although it was read just after the time-out', async () => {
    const answer = redis.incr('late');
    standStill(commandTimeoutMs + 10);
    expect(await answer).toBe(1);
  });

  it('gets its answer although both this process and Redis stood still', async () => {
    await other.client('PAUSE', commandTimeoutMs * 2.4, 'ALL');
    const answer = redis.incr('paused');
    standStill(commandTimeoutMs * 2);
    expect(await answer).toBe(1);
  });

  it('fails when Redis does not answer in time', async () => {
    server.freeze();
    const beganMs = performance.now();
    await expect(redis.get('count')).rejects.toThrow('Command timed out');
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(commandTimeoutMs - 5);
    server.thaw();
    await other.ping();
  });

  it('fails in a pipeline when Redis does not answer in time', async () => {
    // After the test before, the machine may have cost it its connection.
    await waitUntil(() => redis.ping().then(() => true), { timeoutMs: 60_000, what: 'Redis' });
    server.freeze();
    const results = await redis.pipeline().get('count').get('paused').exec();
    expect(results?.map(([error]) => error?.message)).toEqual(Array(2).fill('Command timed out'));
    server.thaw();
    await other.ping();
  });

  it('fails at once when there is no connection', async () => {
    const away = createRedis({ url: 'redis://127.0.0.1:1', name: 'away', logger: silentLogger });
    await expect(away.get('count')).rejects.toThrow();
    away.disconnect();
  });
});

/** Forwards to a port; `vanish` silences the connections that are open, and no others. */
async function startForwarder(port: number): Promise<{
  readonly port: number;
  readonly vanish: () => void;
  readonly stop: () => Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    vanish: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a connection that became silent', () => {
  const patience = { timeoutMs: 60_000, pollMs: 100, what: 'an answer' };
  const answers = (redis: Redis): Promise<boolean> => redis.ping().then((text) => text === 'PONG');

  it('is replaced when its server vanished without closing it', async () => {
    const server = await startTestRedis();
    const forwarder = await startForwarder(server.port);
    const url = server.url.replace(/:\d+$/, `:${forwarder.port}`);
    const redis = createRedis({ url, name: 'test', logger: silentLogger });
    try {
      await redis.connect();
      forwarder.vanish();
      await expect(redis.ping()).rejects.toThrow('Command timed out');
      await waitUntil(() => answers(redis), patience);
    } finally {
      redis.disconnect();
      await forwarder.stop();
      await server.stop();
    }
  });

  it('does not keep the client from a server that stood still for longer', async () => {
    const server = await startTestRedis();
    const redis = createRedis({ url: server.url, name: 'test', logger: silentLogger });
    try {
      await redis.connect();
      server.freeze();
      const untilMs = performance.now() + silenceMsMax * 2;
      while (performance.now() < untilMs) {
        await expect(redis.ping()).rejects.toThrow();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      server.thaw();
      await waitUntil(() => answers(redis), patience);
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});
