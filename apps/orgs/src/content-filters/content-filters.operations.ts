import {
  keywordCharactersMax,
  keywordsMax,
  patternCharactersMax,
  ruleActions,
  ruleKinds,
  templateNames,
  textRoles,
} from '@tollgate/content-rules';
import { countField, defineOperations, textField, timeField } from '@tollgate/http';
import { z } from 'zod';

const nameCharactersMax = 100;
const priorityMax = 10_000;
const teamsMax = 100;
/** A text to test the rules with. */
export const testCharactersMax = 100_000;

const settings = {
  name: textField(nameCharactersMax),
  kind: z.enum(ruleKinds),
  template: z.enum(templateNames).nullable(),
  pattern: z
    .string()
    .max(patternCharactersMax)
    .nullable()
    .meta({ description: 'RE2 syntax: no look-around and no backreferences.' }),
  flags: z.string().max(3).meta({ description: 'Any of `i`, `m` and `s`.' }),
  keywords: z.array(z.string().min(1).max(keywordCharactersMax)).max(keywordsMax).meta({
    description:
      'Whole words in any case. Of the template `prompt_injection`: phrases that pass, exactly.',
  }),
  action: z.enum(ruleActions),
  enabled: z.boolean(),
  shadow: z.boolean().meta({ description: 'Hits are counted, and nothing else happens.' }),
  priority: z.int().min(0).max(priorityMax),
  applyTo: z.array(z.enum(textRoles)).min(1).max(textRoles.length),
  teamIds: z.array(z.string()).max(teamsMax).meta({ description: 'Empty: everybody.' }),
};

export const createRuleBody = z.object({
  ...settings,
  template: settings.template.default(null),
  pattern: settings.pattern.default(null),
  flags: settings.flags.default('i'),
  keywords: settings.keywords.default([]),
  enabled: settings.enabled.default(true),
  shadow: settings.shadow.default(false),
  priority: settings.priority.default(100),
  applyTo: settings.applyTo.default([...textRoles]),
  teamIds: settings.teamIds.default([]),
});
export const updateRuleBody = z.object(settings).partial();
export const testRulesBody = z.object({ text: z.string().max(testCharactersMax) });

export const ruleSchema = z
  .object({
    id: z.string(),
    ...settings,
    createdAt: timeField,
    updatedAt: timeField,
    createdBy: z.string(),
    hits30d: countField,
  })
  .meta({ id: 'ContentRule' });

const description = 'For org_admin.';
const tag = 'Organizations';

export const contentFilterOperations = defineOperations({
  'GET /api/orgs/{orgId}/content-filters': {
    id: 'listContentRules',
    tag,
    summary: 'Content rules, by priority, and the templates there are',
    description,
    answers: {
      200: {
        about: 'The rules.',
        body: z.object({ rules: z.array(ruleSchema), templates: z.array(z.enum(templateNames)) }),
      },
    },
  },
  'POST /api/orgs/{orgId}/content-filters': {
    id: 'createContentRule',
    tag,
    summary: 'Make a content rule',
    description,
    body: createRuleBody,
    isIdempotent: true,
    answers: { 201: { about: 'The rule.', body: ruleSchema } },
  },
  'GET /api/orgs/{orgId}/content-filters/{ruleId}': {
    id: 'getContentRule',
    tag,
    summary: 'One content rule',
    description,
    answers: { 200: { about: 'The rule.', body: ruleSchema } },
  },
  'PATCH /api/orgs/{orgId}/content-filters/{ruleId}': {
    id: 'updateContentRule',
    tag,
    summary: 'Change a content rule',
    description,
    body: updateRuleBody,
    answers: { 200: { about: 'The rule afterwards.', body: ruleSchema } },
  },
  'DELETE /api/orgs/{orgId}/content-filters/{ruleId}': {
    id: 'deleteContentRule',
    tag,
    summary: 'Delete a content rule',
    description,
    answers: { 204: { about: 'It is gone.' } },
  },
  'POST /api/orgs/{orgId}/content-filters/test': {
    id: 'testContentRules',
    tag,
    summary: 'Try the rules that are switched on, on a text',
    description,
    body: testRulesBody,
    answers: {
      200: {
        about: 'What they would do. The text is not kept.',
        body: z.object({
          action: z.enum(ruleActions).nullable(),
          matches: z.array(z.object({ ruleId: z.string(), start: countField, end: countField })),
          redactedText: z.string(),
        }),
      },
    },
  },
});
