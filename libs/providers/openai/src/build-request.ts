import type { ProviderAdapter, UpstreamRequest } from '@tollgate/model-spec';
import { editJson } from '@tollgate/provider-kit';
import { signRequest } from './sign-request';

/** Routing fields are the gateway's own; no upstream knows them. */
const gatewayFields = ['models', 'route', 'provider', 'transforms'] as const;

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

export const buildChatRequest: ProviderAdapter['buildChatRequest'] = ({
  bodyText,
  body,
  isStreaming,
  target,
}) => {
  const edits = new Map<string, string | undefined>([
    ['model', JSON.stringify(target.upstreamModel)],
  ]);
  for (const field of gatewayFields) if (field in body) edits.set(field, undefined);
  if (target.family !== 'openai') {
    for (const field of openAiOnlyFields) if (field in body) edits.set(field, undefined);
  }
  // Without the usage chunk a stream could not be billed, whatever the client asked for.
  if (isStreaming) edits.set('stream_options', addIncludeUsage(body['stream_options']));
  else if ('stream_options' in body) edits.set('stream_options', undefined);
  const request: UpstreamRequest = {
    url: `${target.baseUrl}/chat/completions`,
    headers: signRequest(target),
    body: editJson(bodyText, edits),
  };
  return request;
};

function addIncludeUsage(options: unknown): string {
  const given = typeof options === 'object' && options !== null ? options : {};
  return JSON.stringify({ ...given, include_usage: true });
}
