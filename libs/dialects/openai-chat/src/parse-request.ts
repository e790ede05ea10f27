import { AppError, type ErrorName } from '@tollgate/errors';
import { z } from 'zod';
import { checkMessages } from './check-messages';

/** A chat request that passed every check which needs no catalog. */
export interface ChatRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly isStreaming: boolean;
  /** Undefined: the caller set no limit. */
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools: readonly unknown[];
}

const modelCharactersMax = 200;
/** Names, aliases and variants of any provider; spaces around them are forgiven. */
const modelPattern = /^\s*[\w.:@~/+-]+\s*$/;
const choicesMax = 128;
const numberBetween = (min: number, max: number): z.ZodOptional<z.ZodNullable<z.ZodNumber>> =>
  z.number().min(min).max(max).nullish();
const positiveInteger = z.int().positive().nullish();

const toolSchema = z.looseObject({
  type: z.string(),
  function: z
    .looseObject({
      name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
      parameters: z.looseObject({}).nullish(),
    })
    .optional(),
});

const responseFormatSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: z.string().min(1),
      strict: z.boolean().nullish(),
      schema: z.looseObject({}),
    }),
  }),
]);

const schema = z.looseObject({
  model: z.string().max(modelCharactersMax).regex(modelPattern, 'is not a model id'),
  messages: z.array(z.unknown()).min(1),
  stream: z.boolean().nullish(),
  temperature: numberBetween(0, 2),
  max_tokens: positiveInteger,
  max_completion_tokens: positiveInteger,
  n: z.int().min(1).max(choicesMax).nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().min(0).nullish(),
  frequency_penalty: numberBetween(-2, 2),
  presence_penalty: numberBetween(-2, 2),
  repetition_penalty: z.number().gt(0).max(2).nullish(),
  min_p: numberBetween(0, 1),
  top_a: numberBetween(0, 1),
  logit_bias: z.record(z.string(), z.number().min(-100).max(100)).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  tools: z.array(toolSchema).nullish(),
  response_format: responseFormatSchema.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
});

/** Which code the spec gives to a fault in which field; everything else is `unsupported_param`. */
const codeByField: Readonly<Record<string, ErrorName>> = {
  model: 'invalid_model_id',
  messages: 'missing_required_field',
  max_tokens: 'max_tokens_invalid',
  max_completion_tokens: 'max_tokens_invalid',
  tools: 'invalid_tools_definition',
  response_format: 'invalid_response_format_schema',
};

const requiredFields = new Set(['model', 'messages']);

/** Raises: missing_required_field, invalid_model_id, max_tokens_invalid, unsupported_param, … */
export function parseRequest(
  bodyText: string,
  body: Readonly<Record<string, unknown>>,
): ChatRequest {
  const result = schema.safeParse(body);
  if (!result.success) throw toAppError(result.error.issues[0], body);
  const request = result.data;
  if ((request.top_logprobs ?? 0) > 0 && request.logprobs !== true) {
    throw new AppError('unsupported_param', {
      message: 'top_logprobs needs logprobs: true',
      param: 'top_logprobs',
    });
  }
  const messages = checkMessages(request.messages);
  return {
    bodyText,
    body,
    requestedModel: request.model,
    isStreaming: request.stream === true,
    outputTokensMax: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    choices: request.n ?? 1,
    messages,
    tools: request.tools ?? [],
  };
}

function toAppError(
  issue: z.core.$ZodIssue | undefined,
  body: Readonly<Record<string, unknown>>,
): AppError {
  const path = issue?.path.map(String) ?? [];
  const [field = ''] = path;
  const param = path.join('.');
  if (requiredFields.has(field) && (body[field] === undefined || body[field] === null)) {
    return new AppError('missing_required_field', { message: `${field} is required`, param });
  }
  const message = `${param}: ${issue?.message ?? 'not valid'}`;
  return new AppError(codeByField[field] ?? 'unsupported_param', { message, param });
}
