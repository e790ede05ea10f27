import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { formatDay } from '../shared/calendar';
import type { HeatmapCell, HeatmapMetric, Insights } from './insights';
import { computePercentileMs } from './latency-bucket';
import type { insightsSchema } from './reports.operations';
import { describeFigures, unknownApp } from './usage.route';

const daysPerWeek = 7;
const hoursPerDay = 24;

type Described = Pick<
  z.input<typeof insightsSchema>,
  'totals' | 'previous' | 'heatmap' | 'daily' | 'top_models' | 'top_keys' | 'top_apps' | 'latency'
>;

export function describeInsights(insights: Insights, metric: HeatmapMetric): Described {
  const { totals } = insights;
  return {
    totals: {
      ...describeFigures(totals),
      errors: Number(totals.errors),
      cached_tokens: Number(totals.cachedTokens),
      cache_savings: nanosToUsdNumber(totals.cacheSavingsNanos),
    },
    previous: describeFigures(insights.previous),
    heatmap: describeHeatmap(insights.heatmap, metric),
    daily: insights.daily.map((row) => ({ date: formatDay(row.day), ...describeFigures(row) })),
    top_models: insights.topModels.map((row) => ({ model: row.model, ...describeFigures(row) })),
    top_keys: insights.topKeys.map((row) => ({
      api_key_id: row.keyId,
      name: row.keyName,
      ...describeFigures(row),
    })),
    top_apps: insights.topApps.map((row) => ({
      app: row.appName === '' ? unknownApp : row.appName,
      ...describeFigures(row),
    })),
    latency: {
      p50_ms: computePercentileMs(insights.durations, 0.5),
      p95_ms: computePercentileMs(insights.durations, 0.95),
      first_token_p50_ms: computePercentileMs(insights.firstTokens, 0.5),
    },
  };
}

/** All hours of a week, from Monday on: what is drawn has no holes. */
function describeHeatmap(
  cells: readonly HeatmapCell[],
  metric: HeatmapMetric,
): Described['heatmap'] {
  const values = new Map(
    cells.map((cell) => [cell.weekday * hoursPerDay + cell.hour, describeFigures(cell)[metric]]),
  );
  return Array.from({ length: daysPerWeek * hoursPerDay }, (_, place) => ({
    weekday: Math.floor(place / hoursPerDay),
    hour: place % hoursPerDay,
    value: values.get(place) ?? 0,
  }));
}
