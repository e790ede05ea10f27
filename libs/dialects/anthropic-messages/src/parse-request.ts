import {
  asFieldList,
  explainIssue,
  asFields,
  asText,
  readUsesMax,
  type FieldRules,
  type Fields,
} from '@tollgate/model-kit';
import {
  extraUsesDefault,
  type TextRequest,
  type ExtraRate,
  type ExtraTool,
  type RequestExtras,
} from '@tollgate/model-spec';
import { checkMessages } from './check-messages';
import { estimatePromptTokens } from './estimate-prompt';
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

/** Tools that Anthropic defines and the client runs: they cost tokens and nothing else. */
const clientTool = /^(?:bash|text_editor|computer|memory)_\d{8}$/;
const datedSuffix = /_\d{8}$/;
const mcp = 'mcp';

/** Features of a Messages body that cost more than tokens at the list price. */
function readExtras(body: Fields): RequestExtras {
  const tools = asFieldList(body['tools']).flatMap(readTool);
  const servers = body['mcp_servers'];
  const hasServers = Array.isArray(servers) && servers.length > 0;
  if (hasServers && !tools.some(({ name }) => name === mcp)) {
    tools.push({ name: mcp, param: 'mcp_servers', usesMax: extraUsesDefault });
  }
  if (Object.keys(asFields(body['container'])).length > 0) {
    tools.push({ name: 'container', param: 'container', usesMax: extraUsesDefault });
  }
  return {
    tools,
    serviceTier: asText(body['service_tier']),
    rates: [...readRate(body, 'speed', 'standard'), ...readRate(body, 'inference_geo', 'global')],
  };
}

function readTool({ max_uses: usesMax, type }: Fields): ExtraTool[] {
  if (typeof type !== 'string' || type === 'custom' || clientTool.test(type)) return [];
  const name = type === 'mcp_toolset' ? mcp : type.replace(datedSuffix, '');
  return [{ name, param: type, usesMax: readUsesMax(usesMax) }];
}

/** A field with one value that costs nothing extra. */
function readRate(body: Fields, field: string, plain: string): ExtraRate[] {
  const value = body[field];
  if (value == null || value === plain) return [];
  return [{ name: `${field}:${asText(value) ?? 'unknown'}`, param: field }];
}
