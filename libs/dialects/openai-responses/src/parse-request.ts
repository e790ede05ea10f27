import { AppError, type ErrorName } from '@tollgate/errors';
import type { TextRequest } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/provider-kit';
import type { z } from 'zod';
import { checkItems } from './check-items';
import { checkStateless } from './check-stateless';
import { estimatePromptTokens } from './estimate-prompt';
import { checkTools } from './read-tools';
import { requestSchema } from './request-schema';
import { toNeutral } from './to-neutral';

/** Which code the spec gives to a fault in which field; everything else is `unsupported_param`. */
const codeByField: Readonly<Record<string, ErrorName>> = {
  model: 'invalid_model_id',
  input: 'missing_required_field',
  max_output_tokens: 'max_tokens_invalid',
  tools: 'invalid_tools_definition',
  response_format: 'invalid_response_format_schema',
  text: 'invalid_response_format_schema',
};

const requiredFields = new Set(['model', 'input']);

/** Raises: missing_required_field, invalid_prompt, max_tokens_invalid, unsupported_param, … */
export function parseRequest(bodyText: string, body: Fields): TextRequest {
  checkStateless(body);
  const result = requestSchema.safeParse(body);
  if (!result.success) throw toAppError(result.error.issues[0], body);
  const request = result.data;
  checkTools(body);
  const items = checkItems(request.input);
  return {
    dialect: 'responses',
    bodyText,
    body,
    requestedModel: request.model,
    isStreaming: request.stream === true,
    outputTokensMax: request.max_output_tokens ?? undefined,
    choices: 1,
    messageCount: items.length,
    hasTools: (request.tools ?? []).length > 0,
    estimatePromptTokens: () => estimatePromptTokens(body, items),
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
