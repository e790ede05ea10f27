import type { GetSeriesData, GetSeriesResponse } from '../../api/generated/types.gen';
import { compact } from '../../app/search';
import { addDay, moveDay } from '../../format/day-start';
import type { ChartData } from '../../ui/chart-frame';
import { tellApart } from '../../ui/chart-rows';
import {
  isLatency,
  usageGroups,
  type Bucket,
  type UsageGroup,
  type UsageRange,
  type UsageView,
} from './usage-view';

const rangeDays: Readonly<Record<Exclude<UsageRange, 'days'>, number>> = {
  day: 1,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
};
const dayMs = 86_400_000;
const pointsMax = 400;
/** How many points a bucket makes of a day, about. */
const pointsPerDay: Readonly<Record<Bucket, number>> = {
  hour: 24,
  day: 1,
  week: 1 / 7,
  month: 1 / 28,
};

/**
 * The query of `GET /api/series`: whole days of the viewer's time zone, today included. Durations
 * are counted by days in UTC, and those of groups cannot be added up.
 */
export function makeSeriesQuery(
  view: UsageView,
  {
    groups = usageGroups,
    nowMs,
    timeZone,
  }: {
    readonly nowMs: number;
    readonly timeZone: string;
    /** That the viewer may choose; by default those of an account. */
    readonly groups?: readonly UsageGroup[];
  },
): NonNullable<GetSeriesData['query']> {
  const { metric = 'spend', range = 'month' } = view;
  const group = groups.find((each) => each === view.group) ?? 'model';
  const isDuration = isLatency(metric);
  const tz = isDuration ? 'UTC' : timeZone;
  const { first, last } = findDays(view, (ms) => formatDayIn(tz, ms), nowMs);
  const days = countDays(first, last);
  return {
    metric,
    group: isDuration ? 'none' : group,
    from: first,
    // Without an end the series ends now; durations need whole days.
    ...((isDuration || range === 'days') && { to: addDay(last) }),
    bucket: isAllowed(view.bucket, days, isDuration) ? view.bucket : chooseBucket(days, isDuration),
    tz,
  };
}

/** Two of each weekday in hours, which are fewer points than a series may have. */
export const weekDays = 14;

/** The query of the spend by weekday and hour, in the viewer's time zone. */
export function makeWeekQuery({
  nowMs,
  timeZone: tz,
}: {
  readonly nowMs: number;
  readonly timeZone: string;
}): NonNullable<GetSeriesData['query']> {
  const from = moveDay(formatDayIn(tz, nowMs), 1 - weekDays);
  return { metric: 'spend', group: 'none', from, bucket: 'hour', tz };
}

/** The first and the last day of the range. */
export function findDays(
  { from, range = 'month', to }: UsageView,
  formatDay: (ms: number) => string,
  nowMs: number,
): { readonly first: string; readonly last: string } {
  const count = range === 'days' ? rangeDays.month : rangeDays[range];
  const today = formatDay(nowMs);
  const usual = { first: moveDay(today, 1 - count), last: today };
  return range === 'days' ? { ...usual, ...compact({ first: from, last: to }) } : usual;
}

/** Durations are not counted by hours, and a series has a limit of points. */
function isAllowed(
  bucket: Bucket | undefined,
  days: number,
  isDuration: boolean,
): bucket is Bucket {
  if (bucket === undefined || (bucket === 'hour' && isDuration)) return false;
  return days * pointsPerDay[bucket] <= pointsMax;
}

function chooseBucket(days: number, isDuration: boolean): Bucket {
  if (days <= 2 && !isDuration) return 'hour';
  if (days <= 62) return 'day';
  return days <= 183 ? 'week' : 'month';
}

function countDays(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
}

/** `2026-11-16`, as the calendar of the time zone has it. */
export function formatDayIn(timeZone: string, ms: number): string {
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
    starts: points,
    labels: points.map(names.point),
    series: tellApart(
      series.map(({ id, kind, name, values }) => ({
        id: id ?? kind,
        name: nameSeries({ id, kind, name }, names),
        values: values.map((value) => value ?? 0),
      })),
    ),
  };
}

function nameSeries(
  { id, kind, name }: Pick<GetSeriesResponse['series'][number], 'id' | 'kind' | 'name'>,
  names: { readonly other: string; readonly none: string },
): string {
  if (kind === 'other') return names.other;
  if (kind === 'unassigned') return names.none;
  return name ?? id ?? '';
}
