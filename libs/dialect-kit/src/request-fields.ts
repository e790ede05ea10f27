import { z } from 'zod';

const modelCharactersMax = 200;
const fallbackModelsMax = 10;
/** Names, aliases and variants of any provider; spaces around them are forgiven. */
const modelPattern = /^\s*[\w.:@~/+-]+(?:\[1m\])?\s*$/i;

export const modelIdField = z
  .string()
  .max(modelCharactersMax)
  .regex(modelPattern, 'is not a model id');

const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();

const providerField = z.looseObject({
  order: texts,
  only: texts,
  ignore: texts,
  allow_fallbacks: flag,
  sort: z
    .union([
      z.enum(['price', 'latency', 'throughput']),
      z.looseObject({ by: z.string(), partition: z.string().nullish() }),
    ])
    .nullish(),
  require_parameters: flag,
  data_collection: z.enum(['allow', 'deny']).nullish(),
  quantizations: texts,
  // Prices are numbers; the catalog's own spelling of them is text.
  max_price: z.record(z.string(), z.union([z.number(), z.string()])).nullish(),
});

/** What a request of any dialect can say about the way that it takes. */
export const routingFields = {
  models: z.array(modelIdField).max(fallbackModelsMax).nullish(),
  route: z.string().nullish(),
  provider: providerField.nullish(),
  transforms: z.array(z.literal('middle-out')).nullish(),
  plugins: z.array(z.looseObject({ id: z.string(), enabled: flag })).nullish(),
};
