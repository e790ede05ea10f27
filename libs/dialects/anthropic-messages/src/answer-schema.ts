import { z } from 'zod';

const count = z.int().min(0);

/** A message as clients see it; a provider may add to it. */
export const answerSchema = z
  .looseObject({
    id: z.string().meta({ description: '`msg_…`, also an id for GET /v1/generation.' }),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(z.looseObject({ type: z.string() })),
    stop_reason: z.string().nullable(),
    stop_sequence: z.string().nullable().optional(),
    usage: z.looseObject({ input_tokens: count, output_tokens: count }),
  })
  .meta({ id: 'Message' });
