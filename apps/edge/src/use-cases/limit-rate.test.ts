import type { BucketName, CountedCall, RateCount } from '../domain/rate-bucket';
import type { Route } from '../domain/route';
import { KnownCounts } from './known-counts';
import { createLimitRate } from './limit-rate';

function makeRoute(bucket: BucketName | null): Route {
  return { method: 'POST', path: '/v1/x', access: [], owner: 'relay', bucket };
}

const nowMs = 1_800_000_043_000;

function setUp(count: number, blockedSeconds = 0) {
  const counted: string[] = [];
  const calls: CountedCall[] = [];
  const redis = { count, blockedSeconds };
  const limitRate = createLimitRate({
    countCall: async (call): Promise<RateCount> => {
      calls.push(call);
      counted.push(`${call.bucket} ${call.subject}`);
      return { ...redis, resetAtSeconds: 1_800_000_060, secondsLeft: 17 };
    },
    knownCounts: new KnownCounts({ clock: { nowMs: () => nowMs }, instances: 1 }),
    fundedRequestsPerMinute: 200,
  });
  const ask = (
    bucket: BucketName | null,
    balanceNanos = 0n,
    subject: string | null = 'user_1',
    clientIp = '203.0.113.9',
    isInvoiced = false,
  ) => limitRate(makeRoute(bucket), { identity: '', subject, balanceNanos, isInvoiced }, clientIp);
  const take = async (...call: Parameters<typeof ask>) => ask(...call);
  return { counted, calls, take, ask, redis };
}

describe('the rate limit', () => {
  it('lets the last call of the minute through', async () => {
    const { take, counted } = setUp(20);
    expect(await take('inference')).toEqual({
      limit: 20,
      remaining: 0,
      resetAtSeconds: 1_800_000_060,
    });
    expect(counted).toEqual(['inference user_1']);
  });

  it('refuses the next one with the words and headers that clients read', async () => {
    const { take } = setUp(21);
    await expect(take('inference')).rejects.toMatchObject({
      status: 429,
      message: 'Rate limit exceeded: 20 requests per minute. Please try again in 17s.',
      retryAfterSeconds: 17,
      headers: {
        'X-RateLimit-Limit': '20',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': '1800000060',
      },
    });
  });

  it('keeps a blocked caller out for as long as the block lasts', async () => {
    const { take } = setUp(0, 42);
    await expect(take('inference')).rejects.toMatchObject({
      status: 429,
      message: 'Temporarily restricted because of repeated rate limit violations.',
      retryAfterSeconds: 42,
      headers: { 'x-should-retry': 'false' },
    });
  });

  it('is higher for a funded account', async () => {
    const { take } = setUp(21);
    expect(await take('inference', 10_000_000_000n)).toMatchObject({ limit: 200, remaining: 179 });
  });

  it('is that of a funded account for who pays afterwards', async () => {
    const { take } = setUp(21);
    const call = ['inference', -1n, 'org_1', '203.0.113.9', true] as const;
    expect(await take(...call)).toMatchObject({ limit: 200 });
  });

  it('counts callers of the catalog by their address', async () => {
    const { take, counted } = setUp(1);
    await take('catalog', 0n, null);
    expect(counted).toEqual(['catalog 203.0.113.9']);
  });

  it('counts the addresses of one network together, as one host has them all', async () => {
    const { take, counted } = setUp(1);
    await take('catalog', 0n, null, '2001:db8:0:7::1');
    await take('page', 0n, null, '2001:db8::7:1:2:3:4');
    expect(counted).toEqual(['catalog 2001:db8:0:7::/64', 'page 2001:db8:0:7::/64']);
  });

  it('tells the counter what it has heard of the minute', async () => {
    const { ask, calls, redis } = setUp(7);
    await ask('inference');
    redis.count = 8;
    await ask('inference');
    redis.count = 9;
    await ask('inference', 10_000_000_000n);
    const resetAtSeconds = 1_800_000_060;
    expect(calls).toMatchObject([
      { limit: 20, knownCount: 0, knownResetAtSeconds: 0 },
      { limit: 20, knownCount: 7, knownResetAtSeconds: resetAtSeconds },
      { limit: 200, knownCount: 8, knownResetAtSeconds: resetAtSeconds },
    ]);
  });

  it('leaves uncounted routes and the admin token alone', async () => {
    const { take, counted } = setUp(1_000_000);
    expect(await take(null)).toBeUndefined();
    expect(await take('management', 0n, null)).toBeUndefined();
    expect(counted).toEqual([]);
  });
});

describe('a caller who is known to be far from the limit', () => {
  it('does not wait for the count, and still gets it into the headers', async () => {
    const { ask, counted, redis } = setUp(1);
    await ask('inference');
    redis.count = 5;
    const state = ask('inference');
    expect(state).toEqual({ limit: 20, remaining: 18, resetAtSeconds: 1_800_000_060 });
    expect(counted).toHaveLength(2);
    await Promise.resolve();
    expect(state).toMatchObject({ remaining: 15 });
  });

  it('waits from the middle of the limit on, also in a burst', async () => {
    const { ask } = setUp(1);
    await ask('inference');
    const answers = Array.from({ length: 20 }, () => ask('inference'));
    expect(answers.filter((answer) => !(answer instanceof Promise))).toHaveLength(5);
    for (const answer of answers) await answer;
  });

  it('waits again once other edges have driven the count up', async () => {
    const { ask, redis } = setUp(1);
    await ask('inference');
    redis.count = 15;
    void ask('inference');
    await Promise.resolve();
    expect(ask('inference')).toBeInstanceOf(Promise);
  });

  it('is stopped by a block with the next call', async () => {
    const { ask, redis } = setUp(1);
    await ask('inference');
    redis.blockedSeconds = 300;
    void ask('inference');
    await Promise.resolve();
    await expect(ask('inference')).rejects.toMatchObject({ status: 429 });
  });
});
