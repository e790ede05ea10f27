import { z } from 'zod';

const count = z.int().min(0);

/** A completion as clients see it; a provider may add to it. */
export const answerSchema = z
  .looseObject({
    id: z.string().meta({ description: '`gen-…`, the id of GET /v1/generation.' }),
    object: z.literal('text_completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.looseObject({
        index: count,
        text: z.string(),
        logprobs: z.looseObject({}).nullable().optional(),
        finish_reason: z.string().nullable(),
      }),
    ),
    usage: z.looseObject({
      prompt_tokens: count,
      completion_tokens: count,
      total_tokens: count,
      cost: z.number().meta({ description: 'USD' }),
    }),
  })
  .meta({ id: 'TextCompletion' });
