import { modelIdField, routingFields } from '@tollgate/model-kit';
import { z } from 'zod';

const toolNamePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const topLogprobsMax = 20;

const flag = z.boolean().nullish();
const text = z.string().nullish();
const object = z.looseObject({}).nullish();
const name = z.string().regex(toolNamePattern);

/** A tool takes an object; what of it is left out, is anything. */
const parameters = z.looseObject({ type: z.literal('object').optional() }).nullish();

const definition = z.looseObject({ name, description: text, parameters, strict: flag });

/** Flat as Responses has it, or nested as Chat does. Hosted tools are known by their type alone. */
const toolSchema = z.union([
  z.looseObject({ type: z.enum(['function', 'custom']), ...definition.shape }),
  z.looseObject({ type: z.literal('function'), function: definition }),
  z.looseObject({ type: z.literal('custom'), custom: definition }),
  z.looseObject({
    type: z.literal('namespace'),
    name,
    tools: z.array(z.looseObject({ type: z.string(), ...definition.shape })),
  }),
  z.looseObject({
    type: z
      .string()
      .min(1)
      .refine((type) => !['function', 'custom', 'namespace'].includes(type), 'must have a name'),
  }),
]);

const toolChoiceSchema = z.union([
  z.enum(['auto', 'none', 'required']),
  z.looseObject({
    type: z.literal('allowed_tools'),
    mode: z.enum(['auto', 'required']),
    tools: z.array(z.looseObject({ type: z.string() })),
  }),
  z.looseObject({ type: z.string().min(1) }),
]);

const schemaFormat = z.looseObject({
  name: z.string().min(1),
  strict: flag,
  schema: z.looseObject({}),
});
const plainFormat = z.looseObject({ type: z.enum(['text', 'json_object']) });

/** `text.format` is flat, Chat's `response_format` nested. */
const textSchema = z.looseObject({
  format: z
    .union([
      plainFormat,
      z.looseObject({ type: z.literal('json_schema'), ...schemaFormat.shape }),
      z.looseObject({ type: z.literal('grammar') }),
    ])
    .nullish(),
});
const responseFormatSchema = z.union([
  plainFormat,
  z.looseObject({ type: z.literal('json_schema'), json_schema: schemaFormat }),
]);

const reasoningSchema = z.looseObject({
  effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  summary: text,
  max_tokens: z.int().positive().nullish(),
  exclude: flag,
});

/** The fields of a Responses request that the gateway reads; others pass unchanged. */
export const requestSchema = z.looseObject({
  model: modelIdField,
  input: z.union([z.string().min(1), z.array(z.unknown()).min(1)]),
  instructions: text,
  stream: flag,
  max_output_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().nullish(),
  top_logprobs: z.int().min(0).max(topLogprobsMax).nullish(),
  tools: z.array(toolSchema).nullish(),
  tool_choice: toolChoiceSchema.nullish(),
  parallel_tool_calls: flag,
  max_tool_calls: z.int().positive().nullish(),
  response_format: responseFormatSchema.nullish(),
  text: textSchema.nullish(),
  reasoning: reasoningSchema.nullish(),
  include: z.array(z.string()).nullish(),
  metadata: object,
  user: text,
  store: flag,
  background: flag,
  ...routingFields,
});
