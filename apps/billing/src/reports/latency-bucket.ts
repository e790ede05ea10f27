/** Four buckets to an octave: a percentile is right within a tenth, whatever the scale. */
const bucketsPerOctave = 4;
/** Everything longer (2^20 ms is 17 minutes) is in the last one. */
export const latencyBucketMax = 20 * bucketsPerOctave;

/** Bucket b holds what took from 2^((b−1)/4) up to 2^(b/4) milliseconds; 0 what took less. */
export function getLatencyBucket(ms: number): number {
  if (!(ms >= 1)) return 0;
  return Math.min(latencyBucketMax, Math.floor(Math.log2(ms) * bucketsPerOctave) + 1);
}

/** What a call in the bucket took, at its geometric middle, in whole milliseconds. */
export function getBucketMs(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(2 ** ((bucket - 0.5) / bucketsPerOctave));
}

export interface BucketCount {
  readonly bucket: number;
  readonly count: number;
}

/** The value below which that share of the calls lies; null when there are none. */
export function computePercentileMs(counts: readonly BucketCount[], share: number): number | null {
  const sorted = [...counts].sort((left, right) => left.bucket - right.bucket);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const { bucket, count } of sorted) {
    seen += count;
    if (seen >= total * share) return getBucketMs(bucket);
  }
  return null;
}
