import { startTill, walletId, type TillFixture } from '../test/till-fixture';
import { getGoodwillBucket, getGoodwillResetMs, Goodwill } from './goodwill';

let fixture: TillFixture;
let goodwill: Goodwill;

beforeAll(async () => {
  fixture = await startTill();
  goodwill = new Goodwill(fixture.redis);
});
beforeEach(() => fixture.redis.flushall());
afterAll(() => fixture.stop());

const key = `till:{${walletId}}:goodwill`;
const use = (nanos: bigint, mustBeFresh = true) => goodwill.use(walletId, nanos, { mustBeFresh });
const dayBuckets = 96;

describe('the goodwill allowance', () => {
  it('requests a missing allowance, and covers without one only on demand', async () => {
    expect(await use(5n)).toEqual({ kind: 'not-loaded' });
    expect(await goodwill.read(walletId)).toBeUndefined();
    expect(await use(5n, false)).toMatchObject({ kind: 'covered', usedNanos: 5n });
    await goodwill.load(walletId, 7n, []);
    expect(await use(3n)).toMatchObject({ kind: 'exceeded', limitNanos: 7n, usedNanos: 5n });
  });

  it('covers endings up to the allowance; one beyond it takes nothing', async () => {
    await goodwill.load(walletId, 100n, []);
    expect(await use(60n)).toMatchObject({ kind: 'covered', usedNanos: 60n });
    expect(await use(41n)).toMatchObject({ kind: 'exceeded', usedNanos: 60n });
    expect(await use(40n)).toMatchObject({ kind: 'covered', usedNanos: 100n });
    expect(await use(1n)).toMatchObject({ kind: 'exceeded', usedNanos: 100n });
  });

  it('is never passed by endings at the same moment', async () => {
    await goodwill.load(walletId, 100n, []);
    const results = await Promise.all(Array.from({ length: 50 }, () => use(9n)));
    expect(results.filter(({ kind }) => kind === 'covered')).toHaveLength(11);
    expect(await goodwill.read(walletId)).toMatchObject({ usedNanos: 99n });
  });

  it('rolls: what is older than a day stops counting', async () => {
    const now = getGoodwillBucket(Date.now());
    await goodwill.load(walletId, 100n, [
      { bucket: now - dayBuckets - 2, nanos: 70n },
      { bucket: now - dayBuckets + 2, nanos: 30n },
    ]);
    expect(await use(60n)).toMatchObject({
      kind: 'covered',
      usedNanos: 90n,
      resetsAtMs: getGoodwillResetMs(now - dayBuckets + 2),
    });
    expect(await fixture.redis.hexists(key, String(now - dayBuckets - 2))).toBe(0);
  });

  it('takes the larger of the uses in the book and in the till', async () => {
    const bucket = getGoodwillBucket(Date.now());
    await goodwill.load(walletId, 100n, [{ bucket, nanos: 20n }]);
    await use(30n);
    await goodwill.load(walletId, 200n, [{ bucket, nanos: 20n }]);
    expect(await goodwill.read(walletId)).toMatchObject({ limitNanos: 200n, usedNanos: 50n });
    await fixture.redis.del(key);
    await goodwill.load(walletId, 200n, [{ bucket, nanos: 20n }]);
    expect(await goodwill.read(walletId)).toMatchObject({ usedNanos: 20n });
  });

  it('is loaded again when it is old', async () => {
    await goodwill.load(walletId, 100n, []);
    await fixture.redis.hset(key, 'loaded', Math.floor(Date.now() / 1_000) - 601);
    expect(await use(1n)).toEqual({ kind: 'not-loaded' });
    expect(await use(1n, false)).toMatchObject({ kind: 'covered', limitNanos: 100n });
  });
});
