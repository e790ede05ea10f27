import { choiceFields, modelIdField, routingFields } from '@tollgate/model-kit';
import { z } from 'zod';

const choicesMax = 128;
const bestOfMax = 20;
const logprobsMax = 5;

const token = z.int().min(0);
const numberBetween = (min: number, max: number) => z.number().min(min).max(max).nullish();

const prompt = z.union([
  z.string().min(1),
  z.array(z.string()).min(1),
  z.array(token).min(1),
  z.array(z.array(token).min(1)).min(1),
]);

/** The fields of a completion request that the gateway reads; others pass unchanged. */
export const requestSchema = z.looseObject({
  model: modelIdField,
  ...choiceFields,
  plugins: routingFields.plugins,
  prompt,
  suffix: z.string().nullish(),
  max_tokens: z.int().min(0).nullish(),
  temperature: numberBetween(0, 2),
  top_p: z.number().nullish(),
  n: z.int().min(1).max(choicesMax).nullish(),
  best_of: z.int().min(0).max(bestOfMax).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({}).nullish(),
  logprobs: z.int().min(0).max(logprobsMax).nullish(),
  echo: z.boolean().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  presence_penalty: numberBetween(-2, 2),
  frequency_penalty: numberBetween(-2, 2),
  logit_bias: z.record(z.string(), z.number().min(-100).max(100)).nullish(),
  seed: z.int().nullish(),
  user: z.string().nullish(),
});

export type Prompt = z.infer<typeof prompt>;
