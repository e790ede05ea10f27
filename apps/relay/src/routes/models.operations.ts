import {
  cursorField,
  defineOperations,
  orderField,
  printable,
  searchField,
  timeField,
} from '@tollgate/http';
import { z } from 'zod';
import { publicSorts, slugLengthMax } from './public-sorts';

/** As many as clients of the Anthropic API ask for. */
export const pageSizeMax = 1_000;

export const modelsQuerySchema = z.object({
  output_modalities: z
    .string()
    .optional()
    .meta({ description: 'Comma list such as `text,image`, or `all`; without it `text`.' }),
  supported_parameters: z
    .string()
    .optional()
    .meta({ description: 'Comma list such as `tools`; only models that support all of them.' }),
  search: searchField.meta({
    description: 'Part of the id or of the name; upper and lower case are alike.',
  }),
  sort: z.enum(publicSorts).optional().meta({
    description: '`id` if it is left out. Models without a context length are the first.',
  }),
  order: orderField.optional().meta({ description: '`asc` if it is left out.' }),
  cursor: cursorField,
  after_id: z
    .string()
    .max(slugLengthMax)
    .regex(printable, 'must not contain control characters')
    .optional()
    .meta({ description: '`last_id` of the page before: another name of `cursor` by `id`.' }),
  limit: z.coerce.number().int().min(1).max(pageSizeMax).optional(),
});

const price = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .meta({ description: 'USD' });

export const publicModelSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    object: z.literal('model'),
    type: z.literal('model'),
    display_name: z.string(),
    created: z.int(),
    created_at: timeField,
    owned_by: z.string(),
    canonical_slug: z.string(),
    description: z.string().nullable(),
    context_length: z.int().nullable(),
    modality: z.string(),
    architecture: z.object({
      input_modalities: z.array(z.string()),
      output_modalities: z.array(z.string()),
    }),
    pricing: z.object({
      prompt: price,
      completion: price,
      unit: z.literal('per_1m_tokens').meta({
        description:
          'Of the token prices; the others are per image, request, second, character, search.',
      }),
      input_cache_read: price.optional(),
      input_cache_write: price.optional(),
      image: price.optional(),
      request: price.optional(),
      web_search: price.optional(),
      audio_second: price.optional(),
      character: price.optional(),
      video_second: price.optional(),
      search_unit: price.optional(),
    }),
    pricing_tiers: z
      .array(z.object({ above_prompt_tokens: z.int(), prompt: price, completion: price }))
      .optional(),
    tool_pricing: z
      .record(z.string(), price)
      .optional()
      .meta({ description: 'Per use of tools that the provider runs.' }),
    service_tiers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'What the token prices are multiplied by in a service tier.' }),
    top_provider: z.object({ max_completion_tokens: z.int().nullable() }),
    supported_parameters: z.array(z.string()),
    status: z.string(),
    deprecation_date: z.string().nullable(),
    per_request_limits: z.null(),
  })
  .meta({ id: 'Model' });

const one = { 200: { about: 'The model.', body: publicModelSchema } };

export const modelOperations = defineOperations({
  'GET /v1/models': {
    id: 'listModels',
    tag: 'Models',
    summary: 'The models that can be called',
    description:
      'Models with a free tier have an entry `<id>:free` as well. The answer has an `ETag`: sent ' +
      'back as `If-None-Match` it saves the body.',
    query: modelsQuerySchema,
    answers: {
      304: { about: 'As it was when this `ETag` was given.' },
      200: {
        about:
          'All of them; a page when one of `search`, `sort`, `order`, `cursor`, `after_id` and ' +
          '`limit` is sent.',
        body: z.object({
          object: z.literal('list'),
          data: z.array(publicModelSchema),
          has_more: z.boolean(),
          first_id: z.string().nullable(),
          last_id: z.string().nullable(),
          nextCursor: z
            .string()
            .nullable()
            .optional()
            .meta({ description: '`cursor` of the next page; only in a page.' }),
        }),
      },
    },
  },
  'GET /v1/models/{slug}': {
    id: 'getModel',
    tag: 'Models',
    summary: 'One model, its slash written as %2F or as a hyphen',
    answers: one,
  },
  'GET /v1/models/{provider}/{model}': {
    id: 'getModelByParts',
    tag: 'Models',
    summary: 'One model, its slash written as a slash',
    answers: one,
  },
});
