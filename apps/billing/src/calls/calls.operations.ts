import { countField, defineOperations, timeField, usdField } from '@tollgate/http';
import { parseUsd } from '@tollgate/money';
import { z } from 'zod';
import { callStatuses, generationOutcomes } from '../ledger/usage';
import { filterField } from '../reports/query-fields';

const pageSizeMax = 200;
const pageSizeDefault = 50;
const cursorCharactersMax = 64;

const momentField = z.iso
  .datetime({ offset: true, error: 'must be a time as 2026-11-16T08:00:00Z' })
  .transform((text) => Date.parse(text))
  .optional();

const amountField = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,9})?$/, { error: 'must be an amount of USD as 0.25' })
  .transform((text) => parseUsd(text))
  .optional();

export const callsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
  cursor: z
    .string()
    .max(cursorCharactersMax)
    .optional()
    .meta({ description: '`nextCursor` of the page before.' }),
  from: momentField.meta({ description: 'Calls since this time.' }),
  to: momentField.meta({ description: 'Calls before this time.' }),
  model: filterField,
  api_key_id: filterField,
  app: filterField.meta({ description: '`X-Title` of the call; `unknown`: calls without one.' }),
  status: z
    .enum(callStatuses)
    .optional()
    .meta({ description: '`cancelled`: the client closed the connection.' }),
  min_cost: amountField.meta({ description: 'USD, inclusive.' }),
  max_cost: amountField.meta({ description: 'USD, inclusive.' }),
  failover: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Whether another provider than the first one answered.' }),
});

export const orgCallsQuerySchema = callsQuerySchema.extend({
  team_id: filterField,
  member_id: filterField.meta({ description: 'Not for billing_viewer.' }),
});

const callFields = {
  id: z.string(),
  created_at: timeField,
  model: z.string(),
  provider: z.string(),
  api_key_id: z.string(),
  app: z.string().nullable().meta({ description: '`X-Title` of the call.' }),
  api_type: z.string(),
  status: z.int().meta({ description: 'HTTP status of the answer.' }),
  outcome: z.enum(generationOutcomes),
  finish_reason: z.string().nullable(),
  streamed: z.boolean(),
  cancelled: z.boolean(),
  is_failover: z.boolean(),
  is_byok: z.boolean(),
  prompt_tokens: countField,
  completion_tokens: countField,
  cached_tokens: countField,
  cost: usdField,
  duration_ms: z.number(),
  first_token_ms: z.number().nullable(),
  request_id: z.string(),
};

export const callSchema = z.object(callFields).meta({ id: 'Call' });

export const orgCallSchema = z
  .object({
    ...callFields,
    user_id: z.string().nullable(),
    member_id: z.string().nullable(),
    team_id: z.string().nullable(),
  })
  .meta({ id: 'OrgCall' });

const nextCursor = z.string().nullable().meta({ description: 'Null on the last page.' });
const description =
  'Newest first, without prompts and answers. A page may be short, or empty, although `nextCursor` ' +
  'is not null: a request reads a bounded number of calls, and the next one continues from there.';

export const callOperations = defineOperations({
  'GET /api/calls': {
    id: 'listCalls',
    tag: 'Usage',
    summary: 'The calls of the account',
    description,
    query: callsQuerySchema,
    answers: {
      200: {
        about: 'A page of calls.',
        body: z.object({ calls: z.array(callSchema), nextCursor }),
      },
    },
  },
  'GET /api/orgs/{orgId}/calls': {
    id: 'listOrgCalls',
    tag: 'Organizations',
    summary: 'The calls of an organization',
    description:
      'For org_admin and billing_viewer; a team_admin sees the calls of its team, a member its own. ' +
      `\`user_id\` and \`member_id\` are null for billing_viewer. ${description}`,
    query: orgCallsQuerySchema,
    answers: {
      200: {
        about: 'A page of calls.',
        body: z.object({ calls: z.array(orgCallSchema), nextCursor }),
      },
    },
  },
});
