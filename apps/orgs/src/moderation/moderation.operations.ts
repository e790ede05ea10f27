import { keywordCharactersMax, keywordsMax, patternCharactersMax } from '@tollgate/content-rules';
import { defineOperations, pageOf, textField, timeField } from '@tollgate/http';
import { z } from 'zod';

const nameCharactersMax = 100;
const pageSizeDefault = 50;
const pageSizeMax = 200;

const settings = {
  name: textField(nameCharactersMax),
  kind: z.enum(['keyword', 'regex']),
  keywords: z.array(z.string().min(1).max(keywordCharactersMax)).max(keywordsMax),
  pattern: z.string().max(patternCharactersMax).nullable(),
  category: z.string().regex(/^[a-z][a-z0-9_/-]{0,49}$/, 'must be a word in lower case'),
  enabled: z.boolean(),
};

export const createModerationBody = z.strictObject({
  ...settings,
  keywords: settings.keywords.default([]),
  pattern: settings.pattern.default(null),
  enabled: settings.enabled.default(true),
});
export const updateModerationBody = z.strictObject(settings).partial();

export const evidenceQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'is not valid')
    .optional(),
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

export const moderationRuleSchema = z
  .object({ id: z.string(), ...settings, createdAt: timeField, updatedAt: timeField })
  .meta({ id: 'ModerationRule' });

export const evidenceSchema = z
  .object({
    id: z.string().meta({ description: 'The generation id of the refused call.' }),
    occurredAt: timeField,
    userId: z.string(),
    orgId: z.string().nullable(),
    keyId: z.string(),
    requestId: z.string(),
    categories: z.array(z.string()),
    text: z.string().nullable().meta({ description: 'Null: the key that sealed it is gone.' }),
  })
  .meta({ id: 'Evidence' });

const tag = 'Operator';

/** What the platform refuses, and what it refused. */
export const moderationOperations = defineOperations({
  'GET /api/admin/moderation/rules': {
    id: 'listModerationRules',
    tag,
    summary: 'Moderation rules',
    answers: { 200: { about: 'All of them.', body: pageOf(moderationRuleSchema) } },
  },
  'POST /api/admin/moderation/rules': {
    id: 'createModerationRule',
    tag,
    summary: 'Make a moderation rule',
    body: createModerationBody,
    isIdempotent: true,
    answers: { 201: { about: 'The rule.', body: moderationRuleSchema } },
  },
  'PATCH /api/admin/moderation/rules/{id}': {
    id: 'updateModerationRule',
    tag,
    summary: 'Change a moderation rule',
    body: updateModerationBody,
    answers: { 200: { about: 'The rule afterwards.', body: moderationRuleSchema } },
  },
  'DELETE /api/admin/moderation/rules/{id}': {
    id: 'deleteModerationRule',
    tag,
    summary: 'Delete a moderation rule',
    answers: { 204: { about: 'It is gone.' } },
  },
  'GET /api/admin/moderation/evidence': {
    id: 'listEvidence',
    tag,
    summary: 'Requests that moderation refused, newest first',
    query: evidenceQuery,
    answers: { 200: { about: 'A page of them.', body: pageOf(evidenceSchema) } },
  },
});
