/** Counts by magnitude in steps of a tenth: medians are exact to 5 %. */
export type Histogram = Readonly<Record<string, number>>;

const step = Math.log(1.1);

export function addValue(histogram: Record<string, number>, value: number): void {
  const bucket = Math.round(Math.log(Math.max(value, 0.001)) / step);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

export function addHistogram(sum: Record<string, number>, added: Histogram): void {
  for (const [bucket, count] of Object.entries(added)) sum[bucket] = (sum[bucket] ?? 0) + count;
}

/** Undefined when it is empty. */
export function readMedian(histogram: Histogram): number | undefined {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([left], [right]) => left - right);
  const half = buckets.reduce((sum, [, count]) => sum + count, 0) / 2;
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= half) return Math.exp(bucket * step);
  }
  return undefined;
}
