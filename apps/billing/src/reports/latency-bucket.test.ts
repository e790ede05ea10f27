import {
  computePercentileMs,
  getBucketMs,
  getLatencyBucket,
  latencyBucketMax,
} from './latency-bucket';

describe('a latency bucket', () => {
  it('names a time within a tenth of it', () => {
    for (let ms = 3; ms < 1_000_000; ms = Math.ceil(ms * 1.07)) {
      const named = getBucketMs(getLatencyBucket(ms));
      expect(Math.abs(named - ms)).toBeLessThanOrEqual(ms * 0.1 + 0.5);
    }
  });

  it('exists for every number, even for an invalid time', () => {
    expect([-5, 0, 0.3, Number.NaN].map(getLatencyBucket)).toEqual([0, 0, 0, 0]);
    expect(getLatencyBucket(Number.MAX_SAFE_INTEGER)).toBe(latencyBucketMax);
  });
});

describe('a percentile', () => {
  it('is the bucket in which that share of the calls is reached', () => {
    const counts = [
      { bucket: getLatencyBucket(100), count: 90 },
      { bucket: getLatencyBucket(2_000), count: 10 },
    ];
    expect(computePercentileMs(counts, 0.5)).toBe(getBucketMs(getLatencyBucket(100)));
    expect(computePercentileMs(counts, 0.95)).toBe(getBucketMs(getLatencyBucket(2_000)));
    expect(computePercentileMs([], 0.5)).toBeNull();
  });
});
