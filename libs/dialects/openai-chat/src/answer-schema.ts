import { z } from 'zod';

const count = z.int().min(0);

/** A chat completion as clients see it; a provider may add to it. */
export const answerSchema = z
  .looseObject({
    id: z.string().meta({ description: '`gen-…`, the id of GET /v1/generation.' }),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.looseObject({
        index: count,
        message: z.looseObject({
          role: z.literal('assistant'),
          content: z.string().nullable().optional(),
          reasoning: z.string().nullable().optional(),
          tool_calls: z.array(z.looseObject({ id: z.string(), type: z.string() })).optional(),
        }),
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
  .meta({ id: 'ChatCompletion' });
