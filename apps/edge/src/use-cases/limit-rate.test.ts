import type { BucketName, RateCount } from '../domain/rate-bucket';
import type { Route } from '../domain/route';
import { createLimitRate } from './limit-rate';

function makeRoute(bucket: BucketName | null): Route {
  return { method: 'POST', path: '/v1/x', access: [], owner: 'relay', bucket };
}

function setUp(count: number, blockedSeconds = 0) {
  const counted: string[] = [];
  const limitRate = createLimitRate(async (bucket, subject): Promise<RateCount> => {
    counted.push(`${bucket} ${subject}`);
    return { count, resetAtSeconds: 1_800_000_060, secondsLeft: 17, blockedSeconds };
  }, 200);
  const take = (bucket: BucketName | null, balanceNanos = 0n, userId: string | null = 'user_1') =>
    limitRate(makeRoute(bucket), { identity: '', userId, balanceNanos }, '203.0.113.9');
  return { counted, take };
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

  it('counts callers of the catalog by their address', async () => {
    const { take, counted } = setUp(1);
    await take('catalog', 0n, null);
    expect(counted).toEqual(['catalog 203.0.113.9']);
  });

  it('leaves uncounted routes and the admin token alone', async () => {
    const { take, counted } = setUp(1_000_000);
    expect(await take(null)).toBeUndefined();
    expect(await take('management', 0n, null)).toBeUndefined();
    expect(counted).toEqual([]);
  });
});
