import type { ProviderAdapter } from '@tollgate/model-spec';
import {
  asFields,
  clampFields,
  editJson,
  gatewayFields,
  needsThinkingOff,
  removeFields,
  type Fields,
} from '@tollgate/model-kit';
import { nameLimit } from './name-limit';
import { renameRoles } from './rename-roles';
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
  if (target.family !== 'openai') editForOthers(edits, body);
  if (!target.supportedParameters.includes('plugins')) removeFields(edits, body, ['plugins']);
  if (body['max_completion_tokens'] != null) removeFields(edits, body, ['max_tokens']);
  clampFields(edits, body, limitFields, target.maxCompletionTokens);
  if (addedLimit !== undefined) edits.set(nameLimit(target.family), String(addedLimit));
  if (needsThinkingOff(target, body)) edits.set('enable_thinking', 'false');
  // Without the usage chunk a stream could not be billed, so it is always requested.
  if (isStreaming) edits.set('stream_options', addIncludeUsage(body['stream_options']));
  else removeFields(edits, body, ['stream_options']);
  return {
    url: `${target.baseUrl}/chat/completions`,
    headers: signRequest(target),
    body: editJson(bodyText, edits),
  };
};

function editForOthers(edits: Edits, body: Fields): void {
  removeFields(edits, body, openAiOnlyFields);
  const messages = renameRoles(body['messages']);
  if (messages !== undefined) edits.set('messages', JSON.stringify(messages));
}

function addIncludeUsage(options: unknown): string {
  return JSON.stringify({ ...asFields(options), include_usage: true });
}
