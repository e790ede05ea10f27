import { z } from 'zod';

const modelCharactersMax = 200;
const fallbackModelsMax = 10;
/** Names, aliases and variants of any provider; spaces around them are forgiven. */
const modelPattern = /^\s*[\w.:@~/-]+(?:\[1m\])?\s*$/i;

export const modelIdField = z
  .string()
  .max(modelCharactersMax)
  .regex(modelPattern, 'is not a model id');

const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();

const sortWord = z.enum(['price', 'latency', 'throughput']);
// Prices are numbers; the catalog's own spelling of them is text.
const price = z.union([z.number().min(0), z.string().regex(/^\d{1,9}(?:\.\d{1,12})?$/)]).nullish();

const providerField = z.looseObject({
  order: texts,
  only: texts,
  ignore: texts,
  allow_fallbacks: flag,
  sort: z
    .union([
      sortWord,
      z.looseObject({ by: sortWord, partition: z.enum(['model', 'none']).nullish() }),
    ])
    .nullish(),
  require_parameters: flag,
  data_collection: z.enum(['allow', 'deny']).nullish(),
  quantizations: texts,
  // Ignoring an invalid cap would mean no cap.
  max_price: z
    .strictObject({ prompt: price, completion: price, image: price, request: price })
    .nullish(),
});

/** Routing fields of every kind of request. */
export const choiceFields = {
  models: z.array(modelIdField).max(fallbackModelsMax).nullish(),
  route: z.string().nullish(),
  provider: providerField.nullish(),
};

/** Routing fields of text requests. */
export const routingFields = {
  ...choiceFields,
  transforms: z.array(z.literal('middle-out')).nullish(),
  plugins: z.array(z.looseObject({ id: z.string(), enabled: flag })).nullish(),
};
