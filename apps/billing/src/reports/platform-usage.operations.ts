import { countField, defineOperations, usdField } from '@tollgate/http';
import { z } from 'zod';
import { dayField, filterField } from './query-fields';

export const platformDaysMax = 92;

export const platformUsageQuerySchema = z.object({
  from: dayField.optional().meta({ description: 'First day; the first of this month if absent.' }),
  to: dayField
    .optional()
    .meta({ description: `Last day; today if absent. At most ${platformDaysMax} days in all.` }),
  model: filterField,
  provider: filterField,
});

const figures = {
  spend: usdField,
  tokens: countField,
  requests: countField,
  promptTokens: countField,
  completionTokens: countField,
};

export const platformUsageSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    totals: z.object(figures),
    byDay: z.array(z.object({ date: z.string(), ...figures })),
    byModel: z.array(z.object({ model: z.string(), ...figures })),
    byProvider: z.array(z.object({ provider: z.string(), ...figures })),
  })
  .meta({ id: 'PlatformUsage' });

export const platformUsageOperations = defineOperations({
  'GET /api/admin/usage': {
    id: 'getPlatformUsage',
    tag: 'Operator',
    summary: 'What everybody used, by day, model and provider',
    description: 'Models and providers by spend, at most 100 each.',
    query: platformUsageQuerySchema,
    answers: { 200: { about: 'The figures.', body: platformUsageSchema } },
  },
});
