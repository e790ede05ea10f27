import type { ForwardInput, ProviderAdapter, WebSearchWish } from '@tollgate/model-spec';
import {
  asFields,
  clampFields,
  editJson,
  gatewayFields,
  isFields,
  isForeignSignature,
  needsThinkingOff,
  removeFields,
  type Fields,
  takesPlugins,
} from '@tollgate/model-kit';
import { signRequest } from './sign-request';
import { outputTokensMin } from './wire';
import { addSearch, writeSearchLimit } from './write-search';

/** Silently ignored for models outside the OpenAI family. */
const openAiOnlyFields = [
  'user',
  'top_logprobs',
  'parallel_tool_calls',
  'include',
  'service_tier',
  'metadata',
  'client_metadata',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'safety_identifier',
  'truncation',
] as const;

type Edits = Map<string, string | undefined>;

/** The client's own bytes; only fields that this provider route cannot take are changed. */
export const forwardRequest: ProviderAdapter['forwardRequest'] = (input) => {
  const { addedLimit, body, bodyText, target } = input;
  const edits: Edits = new Map([['model', JSON.stringify(target.upstreamModel)]]);
  removeFields(edits, body, gatewayFields);
  // Nothing runs behind the caller's back.
  removeFields(edits, body, ['background']);
  if (!takesPlugins(target)) removeFields(edits, body, ['plugins']);
  if (target.family !== 'openai') removeFields(edits, body, openAiOnlyFields);
  // The gateway stores nothing, so a stored response could not be referred to.
  if (body['store'] == null) edits.set('store', 'false');
  clampFields(edits, body, ['max_output_tokens'], target.maxCompletionTokens);
  const limit = addedLimit ?? body['max_output_tokens'];
  if (typeof limit === 'number' && (addedLimit !== undefined || limit < outputTokensMin)) {
    edits.set('max_output_tokens', String(Math.max(limit, outputTokensMin)));
  }
  if (needsThinkingOff(target, body)) edits.set('enable_thinking', 'false');
  setChanged(edits, 'text', editText(body, target.family === 'openai'));
  removeFields(edits, body, ['response_format']);
  setChanged(edits, 'tools', editTools(body['tools']));
  if (input.webSearch !== undefined) setSearch(edits, input, input.webSearch);
  setChanged(edits, 'tool_choice', flattenToolChoice(body['tool_choice']));
  if (target.family === 'openai') setChanged(edits, 'input', dropLostThoughts(body['input']));
  return {
    url: `${target.baseUrl}/responses`,
    headers: signRequest(target),
    body: editJson(bodyText, edits),
  };
};

/**
 * Adds the search behind the tools that are already written or edited. A higher limit of the caller
 * is lowered: no more searches are held.
 */
function setSearch(edits: Edits, { body, target }: ForwardInput, wish: WebSearchWish): void {
  const tools = addSearch(editTools(body['tools']) ?? body['tools']);
  setChanged(edits, 'tools', tools);
  if (target.family !== 'openai') return;
  const { max_tool_calls: limit } = writeSearchLimit(wish);
  const given = body['max_tool_calls'];
  if (typeof given !== 'number' || given > limit) setChanged(edits, 'max_tool_calls', limit);
}

/** Undefined: it stays as it came. */
function setChanged(edits: Edits, name: string, value: unknown): void {
  if (value !== undefined) edits.set(name, JSON.stringify(value));
}

function editText(body: Fields, isOpenAi: boolean): Fields | undefined {
  const text = asFields(body['text']);
  const isFormatGiven = text['format'] != null;
  const format = isFormatGiven ? undefined : flattenFormat(body['response_format']);
  const isForeign = !isOpenAi && 'verbosity' in text;
  if (format === undefined && !isForeign) return undefined;
  const { verbosity, ...rest } = text;
  return {
    ...rest,
    ...(isForeign || verbosity === undefined ? {} : { verbosity }),
    ...(format === undefined ? {} : { format }),
  };
}

function editTools(tools: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  const flat = tools.map((tool: unknown) => flattenTool(tool));
  return flat.some((tool) => tool !== undefined)
    ? flat.map((tool, index) => tool ?? (tools[index] as unknown))
    : undefined;
}

/** OpenAI looks up reasoning without encrypted content, which it has not stored. */
function dropLostThoughts(input: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(input)) return undefined;
  const kept = input.filter((item: unknown) => !isLostThought(item));
  return kept.length === input.length ? undefined : kept;
}

function isLostThought(item: unknown): boolean {
  if (!isFields(item) || item['type'] !== 'reasoning') return false;
  const content = item['encrypted_content'];
  return typeof content !== 'string' || isForeignSignature(content);
}

/** A tool in Chat's nested form as Responses has it; undefined: it is not nested. */
function flattenTool(tool: unknown): Fields | undefined {
  if (!isFields(tool)) return undefined;
  const inner = tool[String(tool['type'])];
  return isFields(inner) && 'name' in inner ? { type: tool['type'], ...inner } : undefined;
}

/** A choice in Chat's nested form, or a word inside an object; undefined: it is neither. */
function flattenToolChoice(choice: unknown): unknown {
  if (!isFields(choice)) return undefined;
  const { type } = choice;
  if (type === 'auto' || type === 'none' || type === 'required') return type;
  return flattenTool(choice);
}

/** Chat's `response_format` as `text.format`; undefined: the request has none. */
function flattenFormat(format: unknown): Fields | undefined {
  if (!isFields(format)) return undefined;
  if (format['type'] !== 'json_schema') return format;
  return { type: 'json_schema', ...asFields(format['json_schema']) };
}
