import { choiceFields, modelIdField } from '@tollgate/model-kit';
import { z } from 'zod';

const toolNamePattern = /^[a-zA-Z0-9_-]{1,128}$/;

const flag = z.boolean().nullish();
const object = z.looseObject({}).nullish();

/** Anthropic's own tools have a dated type and any fields. */
const toolSchema = z.union([
  z.looseObject({
    type: z.literal('custom').nullish(),
    name: z.string().regex(toolNamePattern),
    description: z.string().nullish(),
    input_schema: z.looseObject({ type: z.literal('object').optional() }).nullish(),
  }),
  z.looseObject({ type: z.string().refine((type) => type !== 'custom') }),
]);

const toolChoiceSchema = z.union([
  z.looseObject({ type: z.enum(['auto', 'any', 'none']), disable_parallel_tool_use: flag }),
  z.looseObject({
    type: z.literal('tool'),
    name: z.string().min(1),
    disable_parallel_tool_use: flag,
  }),
]);

const systemSchema = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.literal('text'), text: z.string() })),
]);

/** The fields of a Messages request that the gateway reads; others pass unchanged. */
export const countSchema = z.looseObject({
  model: modelIdField,
  ...choiceFields,
  messages: z.array(z.unknown()).min(1),
  system: systemSchema.nullish(),
  stream: flag,
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().min(0).nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  tools: z.array(toolSchema).nullish(),
  tool_choice: toolChoiceSchema.nullish(),
  thinking: z
    .looseObject({ type: z.string(), budget_tokens: z.int().positive().nullish() })
    .nullish(),
  metadata: object,
  output_config: object,
  context_management: object,
});

export const requestSchema = countSchema.extend({ max_tokens: z.int().positive() });
