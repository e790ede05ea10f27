import { choiceFields, modelIdField } from '@tollgate/model-kit';
import { z } from 'zod';

const word = z.string().max(40).nullish();
/** Form fields are always text. */
const numberText = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number);
export const imagesMax = 10;
const count = z.int().min(1).max(imagesMax);

/** The fields of an images request that the gateway reads; others pass unchanged. */
export const requestSchema = z.looseObject({
  model: modelIdField,
  ...choiceFields,
  prompt: z.string().min(1).max(32_000),
  n: z.union([count, numberText.pipe(count)]).nullish(),
  size: z
    .string()
    .regex(/^(?:auto|\d{2,5}x\d{2,5}|\d{1,3}:\d{1,3})$/, 'is neither WxH, nor W:H, nor auto')
    .nullish(),
  quality: word,
  background: word,
  style: word,
  stream: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .nullish(),
  response_format: word,
});
