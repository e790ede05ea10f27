import type { CallScope } from '@tollgate/org-access';
import type { Nanos } from '@tollgate/money';
import type { CalendarDay } from '../shared/calendar';
import type { BucketCount } from './latency-bucket';
import type { DayRange, InsightsPeriod } from './report-period';
import type { UsageFigures } from './usage-report';

export const heatmapMetrics = ['spend', 'tokens', 'requests'] as const;
export type HeatmapMetric = (typeof heatmapMetrics)[number];

/** null: not filtered. */
export interface InsightsFilters {
  readonly model: string | null;
  readonly keyId: string | null;
  /** Empty: calls that named none. */
  readonly appName: string | null;
}

export interface InsightsQuery {
  readonly scope: CallScope;
  readonly period: InsightsPeriod;
  readonly metric: HeatmapMetric;
  readonly filters: InsightsFilters;
}

export interface InsightsTotals extends UsageFigures {
  readonly errors: bigint;
  readonly cachedTokens: bigint;
  readonly cacheSavingsNanos: Nanos;
}

/** One hour of the week; 0 is Monday. */
export interface HeatmapCell extends UsageFigures {
  readonly weekday: number;
  readonly hour: number;
}

export interface Insights {
  readonly range: DayRange;
  readonly totals: InsightsTotals;
  readonly previous: UsageFigures;
  /** Only the hours in which something happened. */
  readonly heatmap: readonly HeatmapCell[];
  readonly daily: readonly (UsageFigures & { readonly day: CalendarDay })[];
  readonly topModels: readonly (UsageFigures & { readonly model: string })[];
  readonly topKeys: readonly (UsageFigures & {
    readonly keyId: string;
    readonly keyName: string;
  })[];
  readonly topApps: readonly (UsageFigures & { readonly appName: string })[];
  readonly durations: readonly BucketCount[];
  readonly firstTokens: readonly BucketCount[];
}
