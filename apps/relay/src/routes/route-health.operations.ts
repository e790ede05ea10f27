import { defineOperations, pageOf, timeField } from '@tollgate/http';
import { z } from 'zod';
import { pageSchema } from './page';

export const routeHealthSchema = z
  .object({
    routeId: z.string(),
    pattern: z.string().meta({ description: '`default` for the routes of default keys.' }),
    provider: z.string(),
    state: z.enum(['closed', 'open']).meta({ description: 'open: isolated, asked last.' }),
    openedAt: timeField.nullable(),
    restsUntil: timeField
      .nullable()
      .meta({ description: 'The provider asked for a pause until then.' }),
    recentFailures: z.int(),
    latencyMs: z.number().nullable().meta({ description: 'Median to the first token, 5 minutes.' }),
    tokensPerSecond: z.number().nullable(),
  })
  .meta({ id: 'RouteHealth' });

export const routeHealthOperations = defineOperations({
  'GET /api/admin/routes/health': {
    id: 'listRouteHealth',
    tag: 'Operator',
    summary: 'Health and speed of the provider routes',
    query: pageSchema,
    answers: { 200: { about: 'A page of routes.', body: pageOf(routeHealthSchema) } },
  },
});
