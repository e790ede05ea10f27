import { countField, defineOperations, usdField } from '@tollgate/http';
import { z } from 'zod';
import { dayField } from '../reports/query-fields';
import {
  cachingGroups,
  groupsMax,
  promptsPerDayMax,
  suggestedRequestsMin,
  suggestionsMax,
} from './caching';

export const cachingDaysMax = 92;
export const cachingDaysDefault = 30;

export const cachingQuerySchema = z.object({
  from: dayField.optional().meta({
    description: `First day, in UTC; by default the first of ${cachingDaysDefault} days up to \`to\`.`,
  }),
  to: dayField.optional().meta({
    description: `Last day, by default today; at most ${cachingDaysMax} days in all.`,
  }),
  group: z.enum(cachingGroups).default('model'),
});

const hitRateField = z
  .number()
  .nullable()
  .meta({ description: '`cached_tokens` of `prompt_tokens`, from 0 to 1; null without tokens.' });

const partSchema = z.object({
  requests: countField,
  prompt_tokens: countField,
  cached_tokens: countField.meta({ description: 'Read from a cache of the provider.' }),
  hit_rate: hitRateField,
  saved: usdField.meta({
    description:
      'What the prompts of charged calls would have cost without caches, by the prices of their ' +
      'receipts, minus what they cost. Below 0 when cache writes cost more than was saved.',
  }),
});

const figuresSchema = partSchema.extend({
  cache_write_tokens: countField,
  sticky: partSchema.meta({
    description:
      'The calls among them whose provider was chosen because it had the prompt in its cache.',
  }),
});

const groupSchema = figuresSchema.extend({
  kind: z.enum(['group', 'unassigned', 'other']).meta({
    description: `\`unassigned\`: calls without an app; \`other\`: all groups after the first ${groupsMax}.`,
  }),
  id: z.string().nullable().meta({ description: 'Model or `X-Title`.' }),
});

const suggestionSchema = z.object({
  prompt: z
    .string()
    .nullable()
    .meta({
      description:
        'A fingerprint of the beginning of the prompt: a keyed hash of its tools and system text, the same ' +
        'for all keys and models of the account. Null: prompts beyond the first ' +
        `${promptsPerDayMax} of a day, and of older relays.`,
    }),
  model: z.string(),
  app: z.string().nullable().meta({ description: '`X-Title` of the calls.' }),
  api_key_id: z.string(),
  api_key_name: z.string(),
  requests: countField.meta({
    description: 'Repetitions; the first use of a prompt does not count.',
  }),
  prompt_tokens: countField,
  cacheable_tokens: countField.meta({
    description: 'Estimate of the tokens among them that are in the beginning that stays the same.',
  }),
  would_have_saved: usdField.meta({
    description:
      'Estimate: what these calls would have cost less had the beginning been marked with ' +
      '`cache_control`, by the prices of their receipts: reads within five minutes of the use before, ' +
      'minus what the writes would have cost more. Below 0 where writes cost more than was saved; 0 ' +
      'for calls that were not charged.',
  }),
});

export const cachingReportSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    group: z.enum(cachingGroups),
    totals: figuresSchema,
    groups: z.array(groupSchema).meta({ description: 'The highest saving first, `other` last.' }),
    days: z.array(partSchema.extend({ date: z.iso.date() })).meta({
      description: 'Days with calls.',
    }),
    routing: z
      .object({
        sticky: partSchema,
        other: partSchema,
        added: usdField.nullable().meta({
          description:
            'Estimate: the saving of sticky calls, minus what as many prompt tokens saved in the ' +
            'other calls; null without other calls.',
        }),
      })
      .meta({
        description: 'Calls that sticky routing placed, against those that it did not.',
      }),
    suggestions: z.array(suggestionSchema).meta({
      description:
        'Calls with prompts of at least 1,024 tokens that began like another one of the same key ' +
        'within five minutes, without any token read from or written to a cache, on models that ' +
        'cache only what `cache_control` marks, by prompt. Prompts with at least ' +
        `${suggestedRequestsMin} such calls, at most ${suggestionsMax}, those that would have ` +
        'saved most first.',
    }),
  })
  .meta({ id: 'CachingReport' });

const description =
  'Cache writes, sticky routing and suggestions are counted only since the gateway has this report; ' +
  'reads and savings are known of all calls. Prompts are not stored: relays compare checksums of their ' +
  'beginnings in memory, and record a keyed hash of those that are repeated.';

export const cachingOperations = defineOperations({
  'GET /api/usage/caching': {
    id: 'getCaching',
    tag: 'Usage',
    summary: 'What prompt caching saved',
    description,
    query: cachingQuerySchema,
    answers: { 200: { about: 'The report.', body: cachingReportSchema } },
  },
  'GET /api/orgs/{orgId}/usage/caching': {
    id: 'getOrgCaching',
    tag: 'Organizations',
    summary: 'What prompt caching saved an organization',
    description:
      'For org_admin and billing_viewer; a team_admin sees its team, a member its own calls. ' +
      description,
    query: cachingQuerySchema,
    answers: { 200: { about: 'The report.', body: cachingReportSchema } },
  },
});
