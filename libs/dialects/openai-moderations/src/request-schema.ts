import { choiceFields, modelIdField } from '@tollgate/model-kit';
import { z } from 'zod';

const part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    type: z.literal('image_url'),
    image_url: z.looseObject({ url: z.string().min(1) }),
  }),
]);
const input = z.union([z.string().min(1), z.array(z.string()).min(1), z.array(part).min(1)]);

/** The fields of a moderation request that the gateway reads; others pass unchanged. */
export const requestSchema = z.looseObject({
  model: modelIdField.nullish(),
  ...choiceFields,
  input,
});

export type Input = z.infer<typeof input>;
