import { modelIdField, routingFields } from '@tollgate/model-kit';
import { z } from 'zod';

const choicesMax = 128;
const toolNamePattern = /^[a-zA-Z0-9_-]{1,128}$/;

type OptionalNumber = z.ZodOptional<z.ZodNullable<z.ZodNumber>>;

const numberBetween = (min: number, max: number): OptionalNumber =>
  z.number().min(min).max(max).nullish();
const positiveInteger = z.int().positive().nullish();
const flag = z.boolean().nullish();
const object = z.looseObject({}).nullish();

/** A tool takes an object; what of it is left out, is anything. */
const parametersSchema = z.looseObject({ type: z.literal('object').optional() }).nullish();

const toolSchema = z
  .looseObject({
    type: z.string(),
    function: z
      .looseObject({
        name: z.string().regex(toolNamePattern),
        description: z.string().nullish(),
        parameters: parametersSchema,
        strict: flag,
      })
      .optional(),
    custom: z.looseObject({ name: z.string().regex(toolNamePattern) }).optional(),
  })
  .refine(
    ({ custom, function: definition, type }) =>
      (type !== 'function' || definition !== undefined) &&
      (type !== 'custom' || custom !== undefined),
    'must define what it names by its type',
  );

const toolChoiceSchema = z.union([
  z.enum(['auto', 'none', 'required']),
  z.looseObject({
    type: z.literal('function'),
    function: z.looseObject({ name: z.string().min(1) }),
  }),
  z.looseObject({ type: z.literal('custom'), custom: z.looseObject({ name: z.string().min(1) }) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    allowed_tools: z.looseObject({
      mode: z.enum(['auto', 'required']),
      tools: z.array(z.looseObject({})),
    }),
  }),
]);

const responseFormatSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: z.string().min(1),
      strict: flag,
      schema: z.looseObject({}),
    }),
  }),
]);

const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish();

const reasoningSchema = z.looseObject({
  effort,
  max_tokens: positiveInteger,
  exclude: flag,
  enabled: flag,
});

const thinkingSchema = z.looseObject({
  type: z.enum(['enabled', 'disabled', 'adaptive']),
  budget_tokens: positiveInteger,
});

const audioSchema = z.looseObject({
  voice: z.union([z.string(), z.looseObject({})]),
  format: z.string().nullish(),
});

/** The fields of a chat request that the gateway reads; others pass unchanged. */
export const requestSchema = z.looseObject({
  model: modelIdField,
  ...routingFields,
  messages: z.array(z.unknown()).min(1),
  stream: flag,
  temperature: numberBetween(0, 2),
  max_tokens: positiveInteger,
  max_completion_tokens: positiveInteger,
  n: z.int().min(1).max(choicesMax).nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().min(0).nullish(),
  frequency_penalty: numberBetween(-2, 2),
  presence_penalty: numberBetween(-2, 2),
  repetition_penalty: z.number().gt(0).max(2).nullish(),
  min_p: numberBetween(0, 1),
  top_a: numberBetween(0, 1),
  logit_bias: z.record(z.string(), z.number().min(-100).max(100)).nullish(),
  logprobs: flag,
  top_logprobs: z.int().min(0).max(20).nullish(),
  user: z.string().nullish(),
  tools: z.array(toolSchema).nullish(),
  tool_choice: toolChoiceSchema.nullish(),
  parallel_tool_calls: flag,
  response_format: responseFormatSchema.nullish(),
  structured_outputs: flag,
  modalities: z.array(z.enum(['text', 'image', 'audio'])).nullish(),
  image_config: object,
  audio: audioSchema.nullish(),
  input_audio: z.looseObject({ data: z.string(), format: z.string().min(1) }).nullish(),
  reasoning_effort: effort,
  reasoning: reasoningSchema.nullish(),
  thinking: thinkingSchema.nullish(),
  enable_thinking: flag,
  stream_options: object,
});
