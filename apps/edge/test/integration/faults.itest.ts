import { setTimeout as sleep } from 'node:timers/promises';
import { authInvalidation } from '@tollgate/redis';
import { measureWork, startLossyProxy, waitUntil, type LossyProxy } from '@tollgate/testing';
import { brakeSignalKey, formatBrakeSignal, openBrake } from '@tollgate/till';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';
const balanceNanos = 10_000_000_000n;
/** A command to Redis is given up after 500 ms; no call may wait for much more than one. */
const callMsMax = 1_500;
/** Both are polled every second. Without that a caller is cached for 15 seconds. */
const foundMsMax = 8_000;

interface Timed {
  readonly status: number;
  readonly ms: number;
}

async function post(edge: EdgeUnderTest, key: string): Promise<Timed> {
  const { ms, result } = await measureWork(() => edge.send('post', chat, key).send({}));
  return { status: result.status, ms };
}

const slowest = (calls: readonly Timed[]): number => Math.max(...calls.map(({ ms }) => ms));

describe('two edges that receive no invalidations', () => {
  let edges: EdgeUnderTest[];
  beforeAll(async () => {
    const first = await startEdge();
    edges = [first, await startEdge({ beside: first })];
    first.auth.addKey('sk-tg-one', { userId: 'user_1', balanceNanos });
  });
  afterAll(async () => {
    for (const edge of edges.toReversed()) await edge.stop();
  });

  const waitForAll = async (status: number): Promise<number> => {
    const { ms } = await measureWork(() =>
      Promise.all(
        edges.map((edge) =>
          waitUntil(async () => (await post(edge, 'sk-tg-one')).status === status, {
            timeoutMs: 30_000,
            pollMs: 50,
            what: `a ${status}`,
          }),
        ),
      ),
    );
    return ms;
  };
  const getRedis = () => edges[0]!.redis;

  it('refuse a suspended user within seconds, and serve it again after', async () => {
    await waitForAll(200);
    const { changedAtKey, versionKey } = authInvalidation;
    const startedAtMs = Date.now();
    for (const isSuspended of [true, false]) {
      edges[0]!.auth.addKey('sk-tg-one', { userId: 'user_1', balanceNanos, isSuspended });
      await getRedis().set(changedAtKey, Date.now());
      await getRedis().incr(versionKey);
      expect(await waitForAll(isSuspended ? 403 : 200)).toBeLessThan(foundMsMax);
    }
    for (const edge of edges) {
      const metrics = await (await fetch(`http://127.0.0.1:${edge.internalPort}/metrics`)).text();
      const read = (name: string): number =>
        Number(new RegExp(`^${name}\\{.*by="poll".*\\} (.+)$`, 'm').exec(metrics)?.[1]);
      expect(read('edge_invalidation_seconds_count')).toBe(2);
      // One change was made after the other, so both delays together fit into this test.
      const delaySeconds = read('edge_invalidation_seconds_sum');
      expect(delaySeconds).toBeGreaterThan(0);
      expect(delaySeconds).toBeLessThanOrEqual((Date.now() - startedAtMs) / 1_000);
    }
  });

  it.each([
    ['automatic', 30],
    ['manual', 300],
  ])('obey an %s brake within seconds', async (_name, retryAfterSeconds) => {
    await waitForAll(200);
    const tripped = { isTripped: true, retryAfterSeconds, untilMs: null };
    await getRedis().set(brakeSignalKey, formatBrakeSignal(tripped));
    expect(await waitForAll(503)).toBeLessThan(foundMsMax);
    for (const edge of edges) {
      const { headers } = await edge.send('post', chat, 'sk-tg-one').send({});
      expect(headers['retry-after']).toBe(String(retryAfterSeconds));
    }
    await getRedis().set(brakeSignalKey, formatBrakeSignal(openBrake));
    expect(await waitForAll(200)).toBeLessThan(foundMsMax);
  });
});

describe('a Redis that answers nothing', () => {
  let proxy: LossyProxy;
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge({
      redisPort: async (port) => {
        proxy = await startLossyProxy({ host: '127.0.0.1', port });
        return proxy.port;
      },
    });
    for (let user = 0; user < 30; user++) {
      edge.auth.addKey(`sk-tg-${user}`, { userId: `user_${user}`, balanceNanos });
    }
  });
  afterAll(async () => {
    await edge.stop();
    await proxy.stop();
  });

  const callAll = () =>
    Promise.all(Array.from({ length: 30 }, (_, user) => post(edge, `sk-tg-${user}`)));

  it.each([
    ['behind a network that swallows', () => proxy.swallow(), () => proxy.release()],
    ['because it is frozen', () => edge.redisServer.freeze(), () => edge.redisServer.thaw()],
  ])('%s delays no request for long, and only few shortly', async (_name, breakIt, healIt) => {
    await callAll();
    // On a busy machine calls take long for no fault of Redis.
    const usualMs = slowest(await callAll());
    breakIt();
    try {
      const calls: Timed[] = [];
      for (let round = 0; round < 8; round++) {
        calls.push(...(await callAll()));
        await sleep(250);
      }
      expect(calls.map(({ status }) => status)).toEqual(Array(calls.length).fill(200));
      expect(slowest(calls)).toBeLessThan(callMsMax + 3 * usualMs);
      // All of the first round may wait once; later one call a second finds out how Redis is.
      const waited = calls.slice(30).filter(({ ms }) => ms > 400 + 2 * usualMs);
      expect(waited.length).toBeLessThanOrEqual(8);
    } finally {
      healIt();
    }
    await waitUntil(
      async () =>
        edge.logs.lines().at(-1) !== undefined &&
        (await callAll()) &&
        edge.logs.lines().some(({ message }) => message === 'rates are counted in redis again'),
      { timeoutMs: 30_000, pollMs: 200, what: 'the return to Redis' },
    );
  });
});

describe('an auth that answers nothing', () => {
  let proxy: LossyProxy;
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge({
      authPort: async (port) => {
        proxy = await startLossyProxy({ host: '127.0.0.1', port });
        return proxy.port;
      },
    });
    edge.auth.addKey('sk-tg-known', { userId: 'user_1', balanceNanos });
    edge.auth.addKey('sk-tg-new', { userId: 'user_2', balanceNanos });
  });
  afterAll(async () => {
    await edge.stop();
    await proxy.stop();
  });

  it('serves cached callers for 15 seconds, and answers 503 to all others', async () => {
    const startedAtMs = performance.now();
    const elapsedMs = (): number => performance.now() - startedAtMs;
    expect((await post(edge, 'sk-tg-known')).status).toBe(200);
    // The caller was cached at some time between the start and now.
    const knownMs = elapsedMs();
    proxy.swallow();
    for (const key of ['sk-tg-new', 'sk-tg-nobody']) {
      const { status, ms } = await post(edge, key);
      expect(status).toBe(503);
      expect(ms).toBeLessThan(6_000);
    }
    const cachedMs = 15_000;
    const timerMs = 200;
    const seen: { status: number; sentMs: number; answeredMs: number }[] = [];
    do {
      const sentMs = elapsedMs();
      const { status } = await post(edge, 'sk-tg-known');
      seen.push({ status, sentMs, answeredMs: elapsedMs() });
      await sleep(200);
    } while ((seen.at(-1)?.sentMs ?? 0) < knownMs + cachedMs + timerMs);
    const early = seen.filter(({ answeredMs }) => answeredMs < cachedMs);
    const late = seen.filter(({ sentMs }) => sentMs >= knownMs + cachedMs + timerMs);
    expect(early.filter(({ status }) => status !== 200)).toEqual([]);
    expect(late.filter(({ status }) => status !== 503)).toEqual([]);
    expect([seen[0]?.status, seen.at(-1)?.status]).toEqual([200, 503]);

    proxy.release();
    await waitUntil(
      async () =>
        (await post(edge, 'sk-tg-known')).status === 200 &&
        (await post(edge, 'sk-tg-nobody')).status === 401,
      { timeoutMs: 30_000, what: 'auth' },
    );
  });
});
