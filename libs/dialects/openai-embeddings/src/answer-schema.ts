import { z } from 'zod';

const count = z.int().min(0);

/** Vectors as clients see them; a provider may add to it. */
export const answerSchema = z
  .looseObject({
    object: z.literal('list'),
    model: z.string(),
    data: z.array(
      z.looseObject({
        object: z.literal('embedding'),
        index: count,
        embedding: z.union([z.array(z.number()), z.string()]).meta({
          description: 'Numbers, or with `encoding_format: base64` their bytes.',
        }),
      }),
    ),
    usage: z.looseObject({ prompt_tokens: count, total_tokens: count }),
  })
  .meta({ id: 'EmbeddingList' });
