import type { CallFilters } from '../calls/call';

export const usageMetrics = ['spend', 'tokens', 'requests', 'errors'] as const;
export type UsageMetric = (typeof usageMetrics)[number];

/** How many of 100 calls were at least as fast. */
export const latencyPercents = { latency_p50: 50, latency_p95: 95 } as const;
export type LatencyMetric = keyof typeof latencyPercents;
export type SeriesMetric = UsageMetric | LatencyMetric;

export const seriesMetrics = [...usageMetrics, 'latency_p50', 'latency_p95'] as const;
export const seriesGroups = ['none', 'model', 'key', 'app', 'team', 'member'] as const;
export type SeriesGroup = (typeof seriesGroups)[number];

/** Latencies are not counted by team and member. */
export const latencyGroups: readonly SeriesGroup[] = ['none', 'model', 'key', 'app'];

/** Groups beyond these are summed as one. */
export const groupsMax = 10;

/** The calls of a wallet that a caller may see. */
export interface SeriesScope extends Pick<CallFilters, 'keyId' | 'memberId' | 'teamId'> {
  readonly walletId: string;
}

export interface SeriesQuery<Metric extends SeriesMetric = SeriesMetric> {
  readonly scope: SeriesScope;
  readonly metric: Metric;
  readonly group: SeriesGroup;
  /** Point n sums what happened from border n up to border n + 1. In order, at least two. */
  readonly bordersMs: readonly number[];
}

export interface Series {
  /**
   * `all`: ungrouped; `unassigned`: calls without an app, team or member; `other`: all groups after
   * the first `groupsMax`.
   */
  readonly kind: 'all' | 'group' | 'unassigned' | 'other';
  /** Of a group. */
  readonly id: string | null;
  /** Of a key. */
  readonly name: string | null;
  /** In nanos, calls, tokens or milliseconds; null: unknown. */
  readonly total: bigint | null;
  readonly values: readonly (bigint | null)[];
}
