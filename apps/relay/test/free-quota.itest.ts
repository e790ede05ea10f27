import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { startTestRedis, waitUntil, type TestRedis } from '@tollgate/testing';
import type { QuotaClaim } from '../src/call/admit/free-quota';
import { RedisFreeQuota } from '../src/call/admit/quota/redis-free-quota';

let server: TestRedis;
let redis: Redis;
let other: Redis;

beforeAll(async () => {
  server = await startTestRedis();
  redis = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  other = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  await Promise.all([redis.connect(), other.connect()]);
});

afterAll(async () => {
  redis.disconnect();
  other.disconnect();
  await server.stop();
});

const noonMs = Date.UTC(2026, 0, 2, 12);
let subjects = 0;
const aClaim = (changes: Partial<QuotaClaim> = {}): QuotaClaim => ({
  subject: `user_${subjects}:acme/small`,
  requestsPerMinute: 10,
  unitsPerDay: 150,
  units: 1,
  nowMs: noonMs,
  ...changes,
});

beforeEach(() => {
  subjects += 1;
});

describe('a free quota', () => {
  it('admits 10 of 100 calls that arrive at once at two relays', async () => {
    const left = new RedisFreeQuota(redis, silentLogger);
    const right = new RedisFreeQuota(other, silentLogger);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? left : right).take(aClaim())),
    );
    expect(results.filter((result) => result.kind === 'granted')).toHaveLength(10);
    expect(results.filter((result) => result.kind === 'over' && result.cap === 'rpm')).toHaveLength(
      90,
    );
  });

  it('never gives more units than the day has, however they come', async () => {
    const quota = new RedisFreeQuota(redis, silentLogger);
    const claims = Array.from({ length: 100 }, (_, index) =>
      quota.take(aClaim({ requestsPerMinute: 1_000, units: 1 + (index % 7) })),
    );
    const granted = (await Promise.all(claims)).flatMap((result) =>
      result.kind === 'granted' ? [result.grant.units] : [],
    );
    const sum = granted.reduce((left, units) => left + units, 0);
    expect(sum).toBeLessThanOrEqual(150);
    expect(sum).toBeGreaterThan(140);
  });

  it('restarts with the minute and with the day, names rpm before daily', async () => {
    const quota = new RedisFreeQuota(redis, silentLogger);
    const small = { requestsPerMinute: 1, unitsPerDay: 2 };
    const take = async (nowMs: number): Promise<string> => {
      const result = await quota.take(aClaim({ ...small, nowMs }));
      return result.kind === 'over' ? result.cap : result.kind;
    };
    expect(await take(noonMs)).toBe('granted');
    expect(await take(noonMs + 59_999)).toBe('rpm');
    expect(await take(noonMs + 60_000)).toBe('granted');
    expect(await take(noonMs + 60_001)).toBe('rpm');
    expect(await take(noonMs + 120_000)).toBe('daily');
    expect(await take(noonMs + 12 * 3_600_000)).toBe('granted');
  });

  it('shows which cap would be reached, and takes nothing', async () => {
    const quota = new RedisFreeQuota(redis, silentLogger);
    const small = aClaim({ requestsPerMinute: 2, unitsPerDay: 3, units: 2 });
    expect([await quota.peek(small), await quota.peek(small)]).toEqual([undefined, undefined]);
    expect(await quota.take(small)).toMatchObject({ kind: 'granted' });
    expect(await quota.peek(small)).toBe('daily');
    expect(await quota.peek({ ...small, units: 1 })).toBeUndefined();
    expect(await quota.take({ ...small, units: 1 })).toMatchObject({ kind: 'granted' });
    expect(await quota.peek(small)).toBe('rpm');
  });

  it('releases units, and still counts the request', async () => {
    const quota = new RedisFreeQuota(redis, silentLogger);
    const first = await quota.take(aClaim({ requestsPerMinute: 3, unitsPerDay: 5, units: 5 }));
    if (first.kind !== 'granted') throw new Error('the first is free');
    quota.release(first.grant);
    const isFree = async (): Promise<boolean> => {
      const result = await quota.take(aClaim({ requestsPerMinute: 3, unitsPerDay: 5, units: 5 }));
      return result.kind === 'granted';
    };
    await waitUntil(isFree, { timeoutMs: 30_000 });
    expect(await quota.take(aClaim({ requestsPerMinute: 2, unitsPerDay: 5 }))).toMatchObject({
      cap: 'rpm',
    });
  });

  it('admits nothing that it cannot count', async () => {
    const gone = createRedis({ url: server.urlOf('relay'), name: 'gone', logger: silentLogger });
    gone.disconnect();
    const quota = new RedisFreeQuota(gone, silentLogger);
    await expect(quota.take(aClaim())).rejects.toMatchObject({ reason: 'overloaded' });
  });
});
