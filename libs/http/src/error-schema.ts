import { z } from 'zod';

const errorFields = {
  message: z.string().meta({ description: 'For people; do not match on it.' }),
  type: z.string(),
  code: z.union([z.string(), z.int()]).meta({
    description: 'A text where a specific remedy exists, otherwise the number of the status.',
  }),
  param: z.string().optional().meta({ description: 'The field at fault.' }),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

/** The form of every failure except those of the Messages routes. */
export const errorSchema = z.object({ error: z.object(errorFields) }).meta({ id: 'Error' });

/** The same, in the frame that Anthropic's clients read. */
export const messagesErrorSchema = z
  .object({
    type: z.literal('error'),
    error: z.object(errorFields),
    request_id: z.string(),
  })
  .meta({ id: 'MessagesError' });
