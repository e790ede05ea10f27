import {
  asFields,
  clampFields,
  editJson,
  gatewayFields,
  removeFields,
  takesPlugins,
} from '@tollgate/model-kit';
import type { ForwardInput, UpstreamRequest } from '@tollgate/model-spec';
import { signRequest } from './sign-request';

/** What OpenAI documents for requests without `max_tokens`. */
export const completionTokensDefault = 16;

/**
 * A legacy completion in the client's own bytes. It always has an output limit: providers have
 * other defaults than OpenAI, and the hold must cover the answer.
 */
export function forwardCompletion(
  input: Omit<ForwardInput, 'addedLimit' | 'clientHeaders'>,
): UpstreamRequest {
  const { body, bodyText, isStreaming, target } = input;
  const edits = new Map<string, string | undefined>([
    ['model', JSON.stringify(target.upstreamModel)],
  ]);
  removeFields(edits, body, [...gatewayFields, 'service_tier']);
  if (target.family !== 'openai') removeFields(edits, body, ['user']);
  if (!takesPlugins(target)) removeFields(edits, body, ['plugins']);
  clampFields(edits, body, ['max_tokens'], target.maxCompletionTokens);
  if (body['max_tokens'] == null) edits.set('max_tokens', String(completionTokensDefault));
  // Without the usage chunk a stream could not be billed, so it is requested where that is needed.
  if (isStreaming && target.quirks?.streamOptions !== false) {
    const options = { ...asFields(body['stream_options']), include_usage: true };
    edits.set('stream_options', JSON.stringify(options));
  } else removeFields(edits, body, ['stream_options']);
  return {
    url: `${target.baseUrl}/completions`,
    headers: signRequest(target),
    body: editJson(bodyText, edits),
  };
}
