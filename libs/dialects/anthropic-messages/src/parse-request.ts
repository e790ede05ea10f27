import { AppError, type ErrorName } from '@tollgate/errors';
import type { TextRequest } from '@tollgate/model-spec';
import { asFieldList, type Fields } from '@tollgate/provider-kit';
import type { z } from 'zod';
import { checkMessages } from './check-messages';
import { estimatePromptTokens } from './estimate-prompt';
import { countSchema, requestSchema } from './request-schema';
import { toNeutral } from './to-neutral';

/** Which code the spec gives to a fault in which field; everything else is `unsupported_param`. */
const codeByField: Readonly<Record<string, ErrorName>> = {
  model: 'invalid_model_id',
  messages: 'missing_required_field',
  max_tokens: 'max_tokens_invalid',
  tools: 'invalid_tools_definition',
};

const requiredFields = new Set(['model', 'messages', 'max_tokens']);

/** Raises: missing_required_field, invalid_model_id, max_tokens_invalid, unsupported_param, … */
export function parseRequest(bodyText: string, body: Fields): TextRequest {
  return readRequest(bodyText, body, requestSchema);
}

/** A request that is only to be counted: it needs no limit of output. Raises the same. */
export function parseCountRequest(bodyText: string, body: Fields): TextRequest {
  return readRequest(bodyText, body, countSchema);
}

function readRequest(
  bodyText: string,
  body: Fields,
  schema: typeof countSchema | typeof requestSchema,
): TextRequest {
  const result = schema.safeParse(body);
  if (!result.success) throw toAppError(result.error.issues[0], body);
  const { max_tokens: limit, messages, model, stream } = result.data;
  checkMessages(messages);
  return {
    dialect: 'messages',
    bodyText,
    body,
    requestedModel: model,
    isStreaming: stream === true,
    outputTokensMax: typeof limit === 'number' ? limit : undefined,
    choices: 1,
    messageCount: messages.length,
    hasTools: asFieldList(body['tools']).length > 0,
    estimatePromptTokens: () => estimatePromptTokens(body),
    toNeutral: () => toNeutral(body),
  };
}

function toAppError(issue: z.core.$ZodIssue | undefined, body: Fields): AppError {
  const path = issue?.path.map(String) ?? [];
  const [field = ''] = path;
  const param = path.join('.');
  if (requiredFields.has(field) && body[field] == null) {
    return new AppError('missing_required_field', { message: `${field} is required`, param });
  }
  const message = `${param}: ${issue?.message ?? 'not valid'}`;
  return new AppError(codeByField[field] ?? 'unsupported_param', { message, param });
}
