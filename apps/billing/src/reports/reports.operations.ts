import { countField, defineOperations, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { insightsCacheMs } from './get-insights';
import { heatmapMetrics } from './insights';
import { dayField, filterField } from './query-fields';
import { customDaysMax, insightsPeriods, usagePeriods } from './report-period';

export const usageQuerySchema = z.object({
  period: z.enum(usagePeriods).default('month'),
  from: dayField.optional().meta({ description: 'First day of `custom`.' }),
  to: dayField
    .optional()
    .meta({ description: `Last day of \`custom\`, at most ${customDaysMax} in all.` }),
});

export const insightsQuerySchema = z.object({
  period: z.enum(insightsPeriods).default('7d'),
  heatmap_metric: z.enum(heatmapMetrics).default('spend'),
  model: filterField,
  api_key_id: filterField,
  app: filterField,
  max_age: z.coerce
    .number()
    .int()
    .min(0)
    .max(insightsCacheMs / 1_000)
    .default(insightsCacheMs / 1_000)
    .meta({ description: 'How old the figures may be, in seconds; 0: they are computed now.' }),
});

const figures = { spend: usdField, tokens: countField, requests: countField };
const sides = { promptTokens: countField, completionTokens: countField };

export const usageReportSchema = z
  .object({
    period: z.enum(usagePeriods),
    since: timeField,
    until: timeField,
    credits: usdField,
    totals: z.object({ ...figures, ...sides }),
    byModel: z.array(z.object({ model: z.string(), ...figures, ...sides })),
    byKey: z.array(z.object({ keyName: z.string(), keyId: z.string(), ...figures })),
    byApp: z.array(z.object({ appName: z.string(), ...figures })),
    timeSeries: z.array(
      z.object({
        date: z.string(),
        model: z.string(),
        cost: usdField,
        tokens: countField,
        requests: countField,
      }),
    ),
  })
  .meta({ id: 'UsageReport' });

const milliseconds = z.number().nullable();

export const insightsSchema = z
  .object({
    period: z.enum(insightsPeriods),
    from: timeField,
    to: timeField,
    heatmap_metric: z.enum(heatmapMetrics),
    filters: z.object({
      model: z.string().nullable(),
      api_key_id: z.string().nullable(),
      app: z.string().nullable(),
    }),
    totals: z.object({
      ...figures,
      errors: countField,
      cached_tokens: countField,
      cache_savings: usdField,
    }),
    previous: z.object(figures),
    heatmap: z.array(z.object({ weekday: z.int(), hour: z.int(), value: z.number() })),
    daily: z.array(z.object({ date: z.string(), ...figures })),
    top_models: z.array(z.object({ model: z.string(), ...figures })),
    top_keys: z.array(z.object({ api_key_id: z.string(), name: z.string(), ...figures })),
    top_apps: z.array(z.object({ app: z.string(), ...figures })),
    latency: z.object({
      p50_ms: milliseconds,
      p95_ms: milliseconds,
      first_token_p50_ms: milliseconds,
    }),
    generated_at: timeField,
    cached: z.boolean(),
  })
  .meta({ id: 'Insights' });

export const reportOperations = defineOperations({
  'GET /v1/usage': {
    id: 'getUsage',
    tag: 'Usage',
    summary: 'Spend and tokens of a period, by model, key, program and day',
    query: usageQuerySchema,
    answers: { 200: { about: 'The report.', body: usageReportSchema } },
  },
  'GET /v1/insights': {
    id: 'getInsights',
    tag: 'Usage',
    summary: 'How usage develops: days, hours of the week, latency',
    description:
      'Kept for 5 minutes per caller and query, or as long as `max_age` allows; `x-cache` tells ' +
      'whether it was.',
    query: insightsQuerySchema,
    answers: { 200: { about: 'The figures.', body: insightsSchema } },
  },
});
