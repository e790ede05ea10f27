import type { ForwardInput, UpstreamRequest } from '@tollgate/model-spec';
import {
  asFields,
  editJson,
  gatewayFields,
  isFields,
  isForeignSignature,
  removeFields,
  takesPlugins,
} from '@tollgate/model-kit';
import { signRequest } from './sign-request';
import { addSearch } from './write-search';

/** Everything except the edits is sent byte for byte, so that cached prefixes stay cached. */
export function forwardRequest(input: ForwardInput): UpstreamRequest {
  const { body, bodyText, clientHeaders, target, webSearch } = input;
  const edits = new Map<string, string | undefined>([
    ['model', JSON.stringify(target.upstreamModel)],
  ]);
  removeFields(edits, body, gatewayFields);
  if (!takesPlugins(target)) removeFields(edits, body, ['plugins']);
  clampOutput(body, target.maxCompletionTokens, edits);
  const tools = webSearch && addSearch(body['tools'], webSearch);
  if (tools !== undefined) edits.set('tools', JSON.stringify(tools));
  const messages = dropForeignThinking(body['messages']);
  if (messages !== undefined) edits.set('messages', JSON.stringify(messages));
  return {
    url: `${target.baseUrl}/messages`,
    headers: signRequest(target, clientHeaders),
    body: editJson(bodyText, edits),
  };
}

/** Clients ask any model for as much as the largest gives. */
function clampOutput(
  body: Readonly<Record<string, unknown>>,
  limit: number | undefined,
  edits: Map<string, string | undefined>,
): void {
  const asked = body['max_tokens'];
  if (limit === undefined || typeof asked !== 'number' || asked <= limit) return;
  edits.set('max_tokens', String(limit));
  const thinking = asFields(body['thinking']);
  const budget = thinking['budget_tokens'];
  // The budget must stay below the limit, or our own clamp would make the request invalid.
  if (typeof budget !== 'number' || budget < limit) return;
  edits.set('thinking', JSON.stringify({ ...thinking, budget_tokens: limit - 1 }));
}

/** The messages without thinking that the provider did not sign; undefined: there was none. */
function dropForeignThinking(messages: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(messages) || !messages.some(hasForeignThinking)) return undefined;
  return messages.flatMap((message: unknown) => {
    if (!hasForeignThinking(message)) return [message];
    const content = message.content.filter((block) => !isForeignThinking(block));
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}

function hasForeignThinking(message: unknown): message is { readonly content: unknown[] } {
  if (!isFields(message) || message['role'] !== 'assistant') return false;
  const { content } = message;
  return Array.isArray(content) && content.some(isForeignThinking);
}

function isForeignThinking(block: unknown): boolean {
  if (!isFields(block) || block['type'] !== 'thinking') return false;
  const { signature } = block;
  return isForeignSignature(typeof signature === 'string' ? signature : undefined);
}
