import { countField, defineOperations, pageOf, timeField } from '@tollgate/http';
import { z } from 'zod';
import { figureUnits, refusalScopes } from '../domain/refusal';
import { filterText, filterTime, pageSize } from './query-fields';

export const refusalQuerySchema = z.object({
  code: filterText.meta({ description: 'Only refusals with this `code`.' }),
  from: filterTime.meta({ description: 'Not before this time.' }),
  to: filterTime.meta({ description: 'Before this time.' }),
  cursor: z.string().optional().meta({ description: '`nextCursor` of the page before.' }),
  limit: pageSize,
});

const idOrNull = z.string().nullable();

const figuresSchema = z.object({
  unit: z.enum(figureUnits).meta({
    description: 'What the numbers count; `units` are those of a free quota.',
  }),
  window: z
    .string()
    .optional()
    .meta({ description: 'The time over which use is counted, for example `minute`, `monthly`.' }),
  limit: z.number().optional().meta({ description: 'The limit that was reached.' }),
  used: z.number().optional().meta({ description: 'Used in the window before this request.' }),
  reserved: z.number().optional().meta({ description: 'Held by calls that had not ended.' }),
  available: z.number().optional().meta({ description: 'What was left to spend.' }),
  required: z.number().optional().meta({ description: 'What the request could cost at most.' }),
});

export const refusalSchema = z
  .object({
    requestId: z.string().meta({ description: '`x-request-id` of the refused request.' }),
    createdAt: timeField,
    route: z.string().meta({ description: 'Method and path, for example `POST /v1/messages`.' }),
    model: idOrNull.meta({
      description: 'As requested; null when the request was refused before its body was read.',
    }),
    status: z.int().meta({ description: 'HTTP status of the answer.' }),
    code: z.string().meta({
      description:
        'What decided: `rate_limited`, `penalty_block`, `spend_breaker`, `spend_limit_exceeded`, ' +
        '`budget_cap_reached`, `insufficient_credits`, `credit_limit_exceeded`, ' +
        '`model_not_allowed`, `content_filter`, `invalid_prompt`, `content_moderation`, ' +
        '`address_not_allowed`, `account_suspended`, `key_deleted`, `key_disabled`, ' +
        '`key_expired`, `key_rotated` or `forbidden`.',
    }),
    scope: z.enum(refusalScopes).meta({ description: 'Whose limit or rule decided.' }),
    message: z.string().meta({ description: 'As in the answer, and more for a 401.' }),
    remedy: z.string().meta({ description: 'What to do, in a sentence.' }),
    figures: figuresSchema.nullable().meta({ description: 'Null where no number decided.' }),
    resetsAt: timeField.nullable().meta({
      description: 'When the limit is free again; null when waiting does not help.',
    }),
    ruleId: idOrNull.meta({ description: 'The content rule of the organization that matched.' }),
    categories: z.array(z.string()).meta({ description: 'What moderation found.' }),
    leftOut: countField.meta({
      description: 'Other refusals of this caller in the same minute that are not kept.',
    }),
    userId: idOrNull.meta({ description: 'Null for a session of an institution.' }),
    keyId: idOrNull.meta({ description: 'Null when no key was used.' }),
    orgId: idOrNull,
    teamId: idOrNull,
    memberId: idOrNull,
  })
  .meta({ id: 'Refusal' });

const about =
  'Requests that a limit, a policy or the balance refused, and calls of keys that have ended, ' +
  'newest first, for 7 days and at most 1,000 of each key. An entry appears within seconds. Prompts and answers are not kept.';

export const refusalOperations = defineOperations({
  'GET /api/refusals': {
    id: 'listRefusals',
    tag: 'Usage',
    summary: 'Own requests that were refused, and why',
    description: `${about} A key for calls sees the refusals of that key.`,
    query: refusalQuerySchema,
    answers: { 200: { about: 'A page.', body: pageOf(refusalSchema) } },
  },
  'GET /api/refusals/{requestId}': {
    id: 'getRefusal',
    tag: 'Usage',
    summary: 'Why a request was refused',
    description: 'For the caller, and for roles that see the refusals of its organization.',
    answers: { 200: { about: 'The refusal.', body: refusalSchema } },
  },
  'GET /api/orgs/{orgId}/refusals': {
    id: 'listOrganizationRefusals',
    tag: 'Organizations',
    summary: 'Requests of an organization that were refused, and why',
    description:
      `${about} For org_admin and billing_viewer; a team_admin sees the own team, a member its own ` +
      'refusals. `userId` and `memberId` are null for billing_viewer.',
    query: refusalQuerySchema,
    answers: { 200: { about: 'A page.', body: pageOf(refusalSchema) } },
  },
});
