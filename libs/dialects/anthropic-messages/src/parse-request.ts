import { asFieldList, explainIssue, type FieldRules, type Fields } from '@tollgate/model-kit';
import type { TextRequest } from '@tollgate/model-spec';
import { checkMessages } from './check-messages';
import { estimatePromptTokens } from './estimate-prompt';
import { readExtras } from './read-extras';
import { countSchema, requestSchema } from './request-schema';
import { toNeutral } from './to-neutral';

const rules: FieldRules = {
  codes: {
    model: 'invalid_model_id',
    messages: 'missing_required_field',
    max_tokens: 'max_tokens_invalid',
    tools: 'invalid_tools_definition',
  },
  required: ['model', 'messages', 'max_tokens'],
};

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
  if (!result.success) throw explainIssue(result.error.issues[0], body, rules);
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
    extras: readExtras(body),
    estimatePromptTokens: () => estimatePromptTokens(body),
    toNeutral: () => toNeutral(body),
  };
}
