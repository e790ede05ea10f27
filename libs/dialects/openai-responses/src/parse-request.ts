import { explainIssue, type FieldRules, type Fields } from '@tollgate/model-kit';
import type { TextRequest } from '@tollgate/model-spec';
import { checkItems } from './check-items';
import { checkStateless } from './check-stateless';
import { estimatePromptTokens } from './estimate-prompt';
import { readExtras } from './read-extras';
import { checkTools } from './read-tools';
import { requestSchema } from './request-schema';
import { toNeutral } from './to-neutral';

const rules: FieldRules = {
  codes: {
    model: 'invalid_model_id',
    input: 'missing_required_field',
    max_output_tokens: 'max_tokens_invalid',
    tools: 'invalid_tools_definition',
    response_format: 'invalid_response_format_schema',
    text: 'invalid_response_format_schema',
  },
  required: ['model', 'input'],
};

/** Raises: missing_required_field, invalid_prompt, max_tokens_invalid, unsupported_param, … */
export function parseRequest(bodyText: string, body: Fields): TextRequest {
  checkStateless(body);
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], body, rules);
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
    extras: readExtras(body),
    estimatePromptTokens: () => estimatePromptTokens(body, items),
    toNeutral: () => toNeutral(body),
  };
}
