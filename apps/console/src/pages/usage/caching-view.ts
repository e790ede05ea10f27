import type { GetCachingData, GetCachingResponse } from '../../api/generated/types.gen';
import type { ChartData } from '../../ui/chart-frame';
import { findDays, formatDayIn } from './usage-series';
import { type UsageView } from './usage-view';

type Query = NonNullable<GetCachingData['query']>;

/** The query of `GET /api/usage/caching`: whole days of UTC; a year has too many of them. */
export function makeCachingQuery(view: UsageView, nowMs: number): Query {
  const { group, range } = view;
  const bounded = range === 'year' ? ({ ...view, range: 'quarter' } as const) : view;
  const { first, last } = findDays(bounded, (ms) => formatDayIn('UTC', ms), nowMs);
  return { from: first, to: last, group: group === 'app' ? 'app' : 'model' };
}

/** Prompt tokens of each day: those of a cache, and all others. */
export function makeCachingChart(
  days: GetCachingResponse['days'],
  names: {
    readonly day: (date: string) => string;
    readonly cached: string;
    readonly uncached: string;
  },
): ChartData {
  return {
    starts: days.map(({ date }) => date),
    labels: days.map(({ date }) => names.day(date)),
    series: [
      { id: 'cached', name: names.cached, values: days.map((day) => day.cached_tokens) },
      {
        id: 'uncached',
        name: names.uncached,
        values: days.map((day) => day.prompt_tokens - day.cached_tokens),
      },
    ],
  };
}
