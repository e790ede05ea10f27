import type { ProviderAdapter, UpstreamTarget } from '@tollgate/model-spec';
import {
  asFields,
  clampFields,
  editJson,
  gatewayFields,
  isFields,
  needsThinkingOff,
  removeFields,
  type Fields,
  takesPlugins,
} from '@tollgate/model-kit';
import { listQuirkEdits } from './fit-quirks';
import { nameLimit } from './name-limit';
import { signRequest } from './sign-request';

/** Silently ignored for models outside the OpenAI family, which would reject them. */
const openAiOnlyFields = [
  'user',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'parallel_tool_calls',
  'service_tier',
  'store',
  'metadata',
  'prediction',
  'prompt_cache_key',
  'safety_identifier',
  'verbosity',
] as const;

const limitFields = ['max_tokens', 'max_completion_tokens'] as const;

type Edits = Map<string, string | undefined>;

/** The client's own bytes; only fields that this provider route cannot take are changed. */
export const forwardRequest: ProviderAdapter['forwardRequest'] = (input) => {
  const { addedLimit, body, bodyText, isStreaming, target } = input;
  const edits: Edits = new Map([['model', JSON.stringify(target.upstreamModel)]]);
  removeFields(edits, body, gatewayFields);
  const messages = target.family === 'openai' ? undefined : editForOthers(edits, body);
  if (!takesPlugins(target)) removeFields(edits, body, ['plugins']);
  if (body['max_completion_tokens'] != null) removeFields(edits, body, ['max_tokens']);
  clampFields(edits, body, limitFields, target.maxCompletionTokens);
  if (addedLimit !== undefined) edits.set(nameLimit(target), String(addedLimit));
  if (input.webSearch && !target.searchesAlways && body['web_search_options'] == null)
    edits.set('web_search_options', '{}');
  if (needsThinkingOff(target, body)) edits.set('enable_thinking', 'false');
  // Without the usage chunk a stream could not be billed, so it is always requested.
  if (isStreaming) edits.set('stream_options', addIncludeUsage(body['stream_options']));
  else removeFields(edits, body, ['stream_options']);
  if (target.quirks !== undefined) {
    editQuirks(edits, messages === undefined ? body : { ...body, messages }, target);
  }
  return {
    url: `${target.baseUrl}/chat/completions`,
    headers: signRequest(target),
    body: editJson(bodyText, edits),
  };
};

/** Returns the messages if they were changed. */
function editForOthers(edits: Edits, body: Fields): readonly unknown[] | undefined {
  removeFields(edits, body, openAiOnlyFields);
  const messages = renameRoles(body['messages']);
  if (messages !== undefined) edits.set('messages', JSON.stringify(messages));
  return messages;
}

function editQuirks(edits: Edits, body: Fields, target: UpstreamTarget): void {
  for (const [name, value] of listQuirkEdits(body, target)) {
    edits.set(name, value === undefined ? undefined : JSON.stringify(value));
  }
}

function addIncludeUsage(options: unknown): string {
  return JSON.stringify({ ...asFields(options), include_usage: true });
}

/**
 * Replaces roles that only OpenAI accepts by common ones. Undefined: there are no such roles, and
 * the bytes stay unchanged.
 */
function renameRoles(messages: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(messages) || !messages.some(hasForeignRole)) return undefined;
  const state = { calls: 0 };
  return messages.map((message: unknown) =>
    isFields(message) ? renameRole(message, state) : message,
  );
}

function hasForeignRole(message: unknown): boolean {
  const { role } = asFields(message);
  return role === 'developer' || role === 'function';
}

/** A `function` message has no id: it answers the `function_call` before it. */
function renameRole(message: Fields, state: { calls: number }): Fields {
  if (message['role'] === 'developer') return { ...message, role: 'system' };
  if (message['role'] === 'function') {
    return { ...message, role: 'tool', tool_call_id: `call_${state.calls}` };
  }
  const { function_call: call, ...rest } = message;
  if (message['role'] !== 'assistant' || !isFields(call)) return message;
  state.calls++;
  const toolCall = { id: `call_${state.calls}`, type: 'function', function: call };
  return { ...rest, tool_calls: [toolCall] };
}
