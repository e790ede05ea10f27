import { anonymousIdentity } from '@tollgate/identity';
import type { BucketName, CountedCalls, RateCount } from '../domain/rate-bucket';
import type { Route } from '../domain/route';
import { RateEstimates } from './rate-estimates';
import { createLimitRate } from './limit-rate';
import { RateCounts } from './rate-counts';

function makeRoute(bucket: BucketName | null): Route {
  return { method: 'POST', path: '/v1/x', access: [], owner: 'relay', bucket };
}

const nowMs = 1_800_000_043_000;

function setUp(count: number, blockedSeconds = 0) {
  const calls: CountedCalls[] = [];
  const redis = { count, blockedSeconds };
  const estimates = new RateEstimates({ clock: { nowMs: () => nowMs }, instances: 1 });
  const countCalls = async (counted: CountedCalls): Promise<RateCount> => {
    calls.push(counted);
    return { ...redis, resetAtSeconds: 1_800_000_060, secondsLeft: 17 };
  };
  const rateCounts = new RateCounts({ countCalls, estimates });
  const limitRate = createLimitRate({ estimates, rateCounts, fundedRequestsPerMinute: 200 });
  const getCounted = () => calls.map(({ bucket, subject }) => `${bucket} ${subject}`);
  const ask = (
    bucket: BucketName | null,
    balanceNanos = 0n,
    subject: string | null = 'user_1',
    clientIp = '203.0.113.9',
    isInvoiced = false,
    path = '/v1/x',
  ) =>
    limitRate(
      makeRoute(bucket),
      {
        identity: { caller: anonymousIdentity, sign: () => ({}), affinity: undefined },
        subject,
        balanceNanos,
        isInvoiced,
      },
      { clientIp, path },
    );
  const take = async (...call: Parameters<typeof ask>) => ask(...call);
  return { getCounted, calls, take, ask, redis, flush: () => rateCounts.flush() };
}

describe('the rate limit', () => {
  it('counts the polls of each video apart, up to 120', async () => {
    const { ask, getCounted } = setUp(120);
    const poll = (path: string) => ask('video-poll', 0n, 'user_1', '203.0.113.9', false, path);
    expect(await poll('/v1/videos/vjob_1')).toMatchObject({ limit: 120, remaining: 0 });
    await poll('/v1/videos/vjob_2');
    expect(getCounted()).toEqual([
      'video-poll user_1:/v1/videos/vjob_1',
      'video-poll user_1:/v1/videos/vjob_2',
    ]);
  });

  it('lets 60 videos be submitted in a minute, whatever the balance', async () => {
    expect(await setUp(60).take('video-submit')).toMatchObject({ limit: 60, remaining: 0 });
    await expect(setUp(61).take('video-submit', 10_000_000_000n)).rejects.toMatchObject({
      status: 429,
    });
  });

  it('lets the last call of the minute through', async () => {
    const { take, getCounted } = setUp(20);
    expect(await take('inference')).toEqual({
      limit: 20,
      remaining: 0,
      resetAtSeconds: 1_800_000_060,
    });
    expect(getCounted()).toEqual(['inference user_1']);
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

  it('is the limit of a funded account for a wallet with a credit line', async () => {
    const { take } = setUp(21);
    const call = ['inference', -1n, 'org_1', '203.0.113.9', true] as const;
    expect(await take(...call)).toMatchObject({ limit: 200 });
  });

  it('counts callers of the catalog by their address', async () => {
    const { take, getCounted } = setUp(1);
    await take('catalog', 0n, null);
    expect(getCounted()).toEqual(['catalog 203.0.113.9']);
  });

  it('counts the addresses of one network together, as one host has them all', async () => {
    const { take, getCounted } = setUp(1);
    await take('catalog', 0n, null, '2001:db8:0:7::1');
    await take('page', 0n, null, '2001:db8::7:1:2:3:4');
    expect(getCounted()).toEqual(['catalog 2001:db8:0:7::/64', 'page 2001:db8:0:7::/64']);
  });

  it('passes the last known count of the minute to the counter', async () => {
    const { ask, calls, redis } = setUp(17);
    await ask('inference');
    redis.count = 18;
    await ask('inference');
    const resetAtSeconds = 1_800_000_060;
    expect(calls).toMatchObject([
      { limit: 20, calls: 1, knownCount: 0, knownResetAtSeconds: 0 },
      { limit: 20, calls: 1, knownCount: 17, knownResetAtSeconds: resetAtSeconds },
    ]);
  });

  it('leaves uncounted routes and the admin token alone', async () => {
    const { take, getCounted } = setUp(1_000_000);
    expect(await take(null)).toBeUndefined();
    expect(await take('management', 0n, null)).toBeUndefined();
    expect(getCounted()).toEqual([]);
  });
});

describe('a caller whose estimate is far below the limit', () => {
  it('does not wait, and is counted a moment later with the calls beside it', async () => {
    const { ask, calls, flush } = setUp(1);
    await ask('inference');
    const states = [ask('inference'), ask('inference'), ask('inference')];
    expect(states).toMatchObject([{ remaining: 18 }, { remaining: 17 }, { remaining: 16 }]);
    expect(calls).toHaveLength(1);
    await flush();
    expect(calls.slice(1)).toMatchObject([{ calls: 3, knownCount: 1 }]);
    await flush();
    expect(calls).toHaveLength(2);
  });

  it('is counted by a timer', async () => {
    jest.useFakeTimers();
    try {
      const { ask, calls } = setUp(1);
      await ask('inference');
      void ask('inference');
      await jest.advanceTimersByTimeAsync(200);
      expect(calls).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('waits for counts from half of the limit on, and takes the uncounted calls along', async () => {
    const { ask, calls, flush } = setUp(1);
    await ask('inference');
    const answers = Array.from({ length: 12 }, () => ask('inference'));
    expect(answers.filter((answer) => !(answer instanceof Promise))).toHaveLength(9);
    for (const answer of answers) await answer;
    await flush();
    expect(calls.map((counted) => counted.calls)).toEqual([1, 10, 1, 1]);
    expect(calls[1]).toMatchObject({ knownCount: 1 });
  });

  it('waits again once other edges have driven the count up', async () => {
    const { ask, redis, flush } = setUp(1);
    await ask('inference');
    redis.count = 15;
    void ask('inference');
    await flush();
    expect(ask('inference')).toBeInstanceOf(Promise);
  });

  it('is stopped by a block soon', async () => {
    const { ask, redis, flush } = setUp(1);
    await ask('inference');
    redis.blockedSeconds = 300;
    void ask('inference');
    await flush();
    await expect(ask('inference')).rejects.toMatchObject({ status: 429 });
  });
});
