import { compact, readChoice, readDay, type Search } from '../../app/search';

export const usageRanges = ['day', 'week', 'month', 'quarter', 'year', 'days'] as const;
export const latencyMetrics = ['latency_p50', 'latency_p95'] as const;
export const usageMetrics = ['spend', 'tokens', 'requests', 'errors', ...latencyMetrics] as const;
export const usageGroups = ['model', 'key', 'app', 'none'] as const;
export const orgGroups = ['model', 'key', 'app', 'team', 'member', 'none'] as const;
export const usageBuckets = ['hour', 'day', 'week', 'month'] as const;
export type UsageMetric = (typeof usageMetrics)[number];
export type UsageRange = (typeof usageRanges)[number];
export type Bucket = (typeof usageBuckets)[number];
export type UsageGroup = (typeof orgGroups)[number];

/** What of the usage is shown, as it stands in the URL. */
export interface UsageView {
  readonly range?: UsageRange;
  readonly metric?: UsageMetric;
  readonly group?: UsageGroup;
  readonly bucket?: Bucket;
  /** Of the range `days`: the first and the last day. */
  readonly from?: string;
  readonly to?: string;
}

export function readUsageView(search: Search): UsageView {
  return compact({
    range: readChoice(search, 'range', usageRanges),
    metric: readChoice(search, 'metric', usageMetrics),
    group: readChoice(search, 'group', orgGroups),
    bucket: readChoice(search, 'bucket', usageBuckets),
    from: readDay(search, 'from'),
    to: readDay(search, 'to'),
  });
}

export function isLatency(metric: UsageMetric | undefined): boolean {
  return latencyMetrics.some((each) => each === metric);
}
