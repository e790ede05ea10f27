import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { getRequestId, validateQuery } from '@tollgate/http';
import type { FindCallScope } from '@tollgate/org-access';
import { getDayStartMs } from '../shared/calendar';
import { formatTime } from '../shared/format-time';
import { getPayingCaller } from '../shared/paying-caller.http';
import { describeInsights } from './describe-insights';
import type { GetInsights } from './get-insights';
import type { InsightsFilters } from './insights';
import { insightsQuerySchema, type insightsSchema } from './reports.operations';
import { unknownApp } from './usage.route';

/** GET /v1/insights. The scope comes from the caller only, never from the query. */
export function createInsightsRoute(options: {
  readonly findCallScope: FindCallScope;
  readonly getInsights: GetInsights;
}): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const query = validateQuery(insightsQuerySchema, request.query);
    const { period, heatmap_metric: metric, max_age: maxAge } = query;
    const filters = readFilters(query);
    const scope = await options.findCallScope(caller, getRequestId(response));
    const answer = await options.getInsights({ scope, period, metric, filters }, maxAge * 1_000);
    response
      .set({
        'cache-control': `private, max-age=${maxAge}`,
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
      } satisfies z.input<typeof insightsSchema>);
  };
}

function readFilters(query: z.infer<typeof insightsQuerySchema>): InsightsFilters {
  const { api_key_id: keyId = null, app = null, model = null } = query;
  return { model, keyId, appName: app === unknownApp ? '' : app };
}
