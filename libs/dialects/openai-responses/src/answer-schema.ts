import { z } from 'zod';

const count = z.int().min(0);

/** A response as clients see it; a provider may add to it. */
export const answerSchema = z
  .looseObject({
    id: z.string().meta({ description: '`resp_…`, also an id for GET /v1/generation.' }),
    object: z.literal('response'),
    created_at: z.number(),
    status: z.string(),
    model: z.string(),
    output: z.array(z.looseObject({ type: z.string() })),
    usage: z
      .looseObject({
        input_tokens: count,
        output_tokens: count,
        total_tokens: count,
        cost: z.number().meta({ description: 'USD' }),
      })
      .nullable(),
  })
  .meta({ id: 'Response' });
