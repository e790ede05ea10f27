import type { GetSeriesData, GetSeriesResponse } from '../../api/generated/types.gen';
import { compact, readChoice, type Search } from '../../app/search';
import type { ChartData } from '../../ui/chart-frame';

export const usageRanges = ['day', 'week', 'month', 'quarter', 'year'] as const;
export const usageMetrics = ['spend', 'tokens', 'requests', 'errors'] as const;
export const usageGroups = ['model', 'key', 'app', 'none'] as const;
export const orgGroups = ['model', 'key', 'app', 'team', 'member', 'none'] as const;
export const usageBuckets = ['hour', 'day', 'week', 'month'] as const;
export type UsageMetric = (typeof usageMetrics)[number];
type Range = (typeof usageRanges)[number];
type Bucket = (typeof usageBuckets)[number];

/** What of the usage is shown, as it stands in the URL. */
export interface UsageView {
  readonly range?: Range;
  readonly metric?: UsageMetric;
  readonly group?: (typeof orgGroups)[number];
  readonly bucket?: Bucket;
}

export function readUsageView(search: Search): UsageView {
  return compact({
    range: readChoice(search, 'range', usageRanges),
    metric: readChoice(search, 'metric', usageMetrics),
    group: readChoice(search, 'group', orgGroups),
    bucket: readChoice(search, 'bucket', usageBuckets),
  });
}

const days: Readonly<Record<Range, number>> = {
  day: 1,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
};
const buckets: Readonly<Record<Range, Bucket>> = {
  day: 'hour',
  week: 'day',
  month: 'day',
  quarter: 'week',
  year: 'month',
};
const dayMs = 86_400_000;
const pointsMax = 400;
const hoursPerDay = 24;

/** The query of `GET /api/series`: whole days of the viewer's time zone, today included. */
export function makeSeriesQuery(
  { bucket, group = 'model', metric = 'spend', range = 'month' }: UsageView,
  { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string },
): NonNullable<GetSeriesData['query']> {
  const isTooFine = bucket === 'hour' && days[range] * hoursPerDay > pointsMax;
  return {
    metric,
    group,
    from: formatDayIn(timeZone, nowMs - (days[range] - 1) * dayMs),
    bucket: bucket === undefined || isTooFine ? buckets[range] : bucket,
    tz: timeZone,
  };
}

/** `2026-11-16`, as the calendar of the time zone has it. */
function formatDayIn(timeZone: string, ms: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
}

/** The answer as a chart draws it. */
export function makeChart(
  { points, series }: Pick<GetSeriesResponse, 'points' | 'series'>,
  names: {
    readonly point: (time: string) => string;
    readonly other: string;
    readonly none: string;
  },
): ChartData {
  return {
    labels: points.map(names.point),
    series: series.map(({ id, kind, name, values }) => ({
      name: nameSeries({ id, kind, name }, names),
      values: values.map((value) => value ?? 0),
    })),
  };
}

export function nameSeries(
  { id, kind, name }: Pick<GetSeriesResponse['series'][number], 'id' | 'kind' | 'name'>,
  names: { readonly other: string; readonly none: string },
): string {
  if (kind === 'other') return names.other;
  if (kind === 'unassigned') return names.none;
  return name ?? id ?? '';
}
