import { z } from 'zod';

const count = z.int().min(0);

/** Images as clients see them. */
export const answerSchema = z
  .looseObject({
    created: count,
    data: z.array(
      z.looseObject({
        url: z.string().meta({ description: 'A signed address of ours, good for an hour.' }),
        revised_prompt: z.string().optional(),
      }),
    ),
    usage: z.looseObject({
      input_tokens: count,
      output_tokens: count,
      total_tokens: count,
      cost: z.number(),
    }),
  })
  .meta({ id: 'ImageList' });
