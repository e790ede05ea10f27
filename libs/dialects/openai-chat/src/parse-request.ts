import { explainIssue, type FieldRules, type Fields } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import type { TextRequest } from '@tollgate/model-spec';
import { checkMessages } from './check-messages';
import { coerceRequest } from './coerce-request';
import { estimatePromptTokens } from './estimate-prompt';
import { readExtras } from './read-extras';
import { requestSchema } from './request-schema';
import { toNeutral } from './to-neutral';

const rules: FieldRules = {
  codes: {
    model: 'invalid_model_id',
    messages: 'missing_required_field',
    max_tokens: 'max_tokens_invalid',
    max_completion_tokens: 'max_tokens_invalid',
    tools: 'invalid_tools_definition',
    response_format: 'invalid_response_format_schema',
  },
  required: ['model', 'messages'],
};

/** Raises: missing_required_field, invalid_model_id, max_tokens_invalid, unsupported_param, … */
export function parseRequest(givenText: string, givenBody: Fields): TextRequest {
  const { body, bodyText } = coerceRequest({ bodyText: givenText, body: givenBody });
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], body, rules);
  const request = result.data;
  if ((request.top_logprobs ?? 0) > 0 && request.logprobs !== true) {
    throw new AppError('unsupported_param', {
      message: 'top_logprobs needs logprobs: true',
      param: 'top_logprobs',
    });
  }
  const messages = checkMessages(request.messages);
  return {
    dialect: 'chat',
    bodyText,
    body,
    requestedModel: request.model,
    isStreaming: request.stream === true,
    outputTokensMax: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    choices: request.n ?? 1,
    messageCount: messages.length,
    hasTools: (request.tools ?? []).length > 0,
    extras: readExtras(body),
    estimatePromptTokens: () => estimatePromptTokens(body),
    toNeutral: () => toNeutral(body),
  };
}
