import { getBucketLimit, getWindow, rateBuckets } from './rate-bucket';

describe('rate buckets', () => {
  it('let the balance choose the limit of model calls', () => {
    const poor = { balanceNanos: 9_999_999_999n, isInvoiced: false };
    const funded = { balanceNanos: 10_000_000_000n, isInvoiced: false };
    expect(getBucketLimit(rateBuckets.inference, poor, 200)).toBe(20);
    expect(getBucketLimit(rateBuckets.inference, { ...poor, isInvoiced: true }, 200)).toBe(200);
    expect(getBucketLimit(rateBuckets.inference, funded, 200)).toBe(200);
    expect(getBucketLimit(rateBuckets.inference, funded, 5_000)).toBe(5_000);
    expect(getBucketLimit(rateBuckets.management, poor, 200)).toBe(600);
  });

  it.each([
    [0, 60, 60],
    [59_999, 60, 1],
    [60_000, 120, 60],
    [1_800_000_017_500, 1_800_000_060, 43],
  ])('%d ms is in the minute that ends at %d s', (nowMs, resetAtSeconds, secondsLeft) => {
    expect(getWindow(nowMs)).toEqual({ resetAtSeconds, secondsLeft });
  });
});
