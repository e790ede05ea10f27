import { defineOperations, pageOf, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { orgIdField, pageFields } from '../shared/page-fields';
import { alertThresholds } from './alert';

export const alertsQuerySchema = z.object({ ...pageFields, orgId: orgIdField });

export const alertSchema = z
  .object({
    id: z.string(),
    scope: z.string().meta({ description: '`wallet` is the credit of the account.' }),
    scopeId: z.string(),
    name: z.string().meta({ description: 'The name of a key, a team …; may be empty.' }),
    window: z.string().meta({ description: '`balance`, or the window of the limit.' }),
    thresholdPercent: z.int(),
    limitUsd: usdField,
    usedUsd: usdField,
    createdAt: timeField,
    mailedAt: timeField.nullable(),
  })
  .meta({ id: 'Alert' });

export const alertOperations = defineOperations({
  'GET /api/billing/alerts': {
    id: 'listAlerts',
    tag: 'Payments',
    summary: 'Limits that were nearly used up, newest first',
    description: `A mail is sent at ${alertThresholds.join(', ')} percent of a limit or of the credit.`,
    query: alertsQuerySchema,
    answers: { 200: { about: 'A page of alerts.', body: pageOf(alertSchema) } },
  },
});
