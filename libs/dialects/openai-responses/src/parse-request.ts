import { AppError } from '@tollgate/errors';
import {
  explainIssue,
  asFieldList,
  asText,
  readUsesMax,
  type FieldRules,
  type Fields,
} from '@tollgate/model-kit';
import type { TextRequest, ExtraTool, RequestExtras } from '@tollgate/model-spec';
import { checkItems } from './check-items';
import { estimatePromptTokens } from './estimate-prompt';
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

const remedy = 'Set store:false and resend full items';
const wholeItems =
  'This API is stateless: send whole items (AI SDK: providerOptions.openai.store = false)';

/** Fields that refer to stored state: the gateway stores nothing. */
const keptFields = ['previous_response_id', 'conversation', 'prompt'] as const;

/** Raises invalid_prompt. */
function checkStateless(body: Fields): void {
  const kept = keptFields.find((name) => body[name] != null);
  if (kept !== undefined) {
    throw AppError.forParam('invalid_prompt', kept, `${kept} is not supported. ${remedy}`);
  }
  if (body['store'] === true) {
    throw AppError.forParam('invalid_prompt', 'store', remedy);
  }
  const place = asFieldList(body['input']).findIndex(({ type }) => type === 'item_reference');
  if (place !== -1) {
    throw AppError.forParam('invalid_prompt', `input.${place}`, wholeItems);
  }
}

/** Tools that the client runs, and the search among its tools: they cost tokens and no more. */
const plainTools: ReadonlySet<string> = new Set([
  ...['function', 'custom', 'namespace'],
  ...['tool_search', 'local_shell', 'apply_patch'],
]);

/** Features of a Responses body that cost more than tokens at the list price. */
function readExtras(body: Fields): RequestExtras {
  const usesMax = readUsesMax(body['max_tool_calls']);
  const tools = asFieldList(body['tools']);
  const members = tools.flatMap((tool) =>
    tool['type'] === 'namespace' ? asFieldList(tool['tools']) : [],
  );
  return {
    tools: [...tools, ...members].flatMap((tool) => readTool(tool, usesMax)),
    serviceTier: asText(body['service_tier']),
    rates: [],
  };
}

function readTool({ type }: Fields, usesMax: number): ExtraTool[] {
  const param = asText(type) ?? '';
  return plainTools.has(param) ? [] : [{ name: readName(param), param, usesMax }];
}

/** Versions of one tool have one price. */
function readName(type: string): string {
  if (type.startsWith('web_search')) return 'web_search';
  return type.startsWith('computer') ? 'computer_use' : type;
}
