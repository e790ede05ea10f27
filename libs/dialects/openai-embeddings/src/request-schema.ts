import { choiceFields, modelIdField } from '@tollgate/model-kit';
import { z } from 'zod';

const token = z.int().min(0);
const part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    type: z.literal('image_url'),
    image_url: z.looseObject({ url: z.string().min(1) }),
  }),
]);
const item = z.looseObject({ content: z.array(part).min(1) });
const input = z.union([
  z.string().min(1),
  z.array(z.string().min(1)).min(1),
  z.array(token).min(1),
  z.array(z.array(token).min(1)).min(1),
  z.array(item).min(1),
]);

/** The fields of an embeddings request that the gateway reads; others pass unchanged. */
export const requestSchema = z.looseObject({
  model: modelIdField,
  ...choiceFields,
  input,
  dimensions: z.int().positive().nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
});

export type Item = z.infer<typeof item>;
export type Input = z.infer<typeof input>;
