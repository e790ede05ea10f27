import type { Request, Response } from 'express';
import { getDayStartMs } from '../domain/calendar-day';
import { heatmapMetrics, type InsightsFilters } from '../domain/insights';
import { insightsPeriods } from '../domain/report-period';
import { insightsCacheMs, type GetInsights } from '../use-cases/get-insights';
import { describeInsights } from './describe-insights';
import { formatTime } from './format-time';
import { getReportScope } from './paying-caller';
import { readChoice, readText, type Query } from './read-query';
import { unknownApp } from './usage.route';

const filterCharactersMax = 200;

/** GET /v1/insights. Whose figures they are says the caller alone, never the query. */
export function createInsightsRoute(options: {
  readonly getInsights: GetInsights;
}): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const scope = getReportScope(response);
    const period = readChoice(request.query, 'period', insightsPeriods, '7d');
    const metric = readChoice(request.query, 'heatmap_metric', heatmapMetrics, 'spend');
    const filters = readFilters(request.query);
    const answer = await options.getInsights({ scope, period, metric, filters });
    response
      .set({
        'cache-control': `private, max-age=${insightsCacheMs / 1_000}`,
        vary: 'Authorization, Cookie',
        'x-cache': answer.isCached ? 'HIT' : 'MISS',
      })
      .json({
        period,
        from: formatTime(getDayStartMs(answer.insights.range.first)),
        to: formatTime(answer.generatedAtMs),
        heatmap_metric: metric,
        filters: {
          model: filters.model,
          api_key_id: filters.keyId,
          app: filters.appName === '' ? unknownApp : filters.appName,
        },
        ...describeInsights(answer.insights, metric),
        generated_at: formatTime(answer.generatedAtMs),
        cached: answer.isCached,
      });
  };
}

function readFilters(query: Query): InsightsFilters {
  const appName = readText(query, 'app', filterCharactersMax);
  return {
    model: readText(query, 'model', filterCharactersMax) ?? null,
    keyId: readText(query, 'api_key_id', filterCharactersMax) ?? null,
    appName: appName === unknownApp ? '' : (appName ?? null),
  };
}
