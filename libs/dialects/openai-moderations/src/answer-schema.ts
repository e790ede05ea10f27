import { z } from 'zod';

const count = z.int().min(0);

/** The judgement as clients see it; a provider may add to it. */
export const answerSchema = z
  .looseObject({
    id: z.string().meta({ description: '`gen-…`, the id of GET /v1/generation.' }),
    model: z.string(),
    results: z.array(
      z.looseObject({
        flagged: z.boolean(),
        categories: z.record(z.string(), z.boolean().nullable()),
        category_scores: z.record(z.string(), z.number()).optional(),
        category_applied_input_types: z.record(z.string(), z.array(z.string())).optional(),
      }),
    ),
    usage: z.looseObject({
      prompt_tokens: count,
      total_tokens: count,
      cost: z.number().meta({ description: 'USD; 0 where the provider asks nothing for it.' }),
    }),
  })
  .meta({ id: 'Moderation' });
