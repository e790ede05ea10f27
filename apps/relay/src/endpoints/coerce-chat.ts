import { asFields } from '@tollgate/provider-kit';
import { writeChatFields } from '@tollgate/providers/openai';
import { dialects } from '../domain/dialects';
import type { RawRequest } from './endpoint';

/** Fields of Responses that mean nothing to Chat, or were said there in its own words. */
const responsesFields = [
  'input',
  'instructions',
  'max_output_tokens',
  'text',
  'response_format',
  'tools',
  'tool_choice',
  'previous_response_id',
  'truncation',
  'background',
  'store',
  'include',
  'conversation',
  'prompt',
  'client_metadata',
] as const;
const statefulFields = ['previous_response_id', 'store', 'background', 'conversation', 'prompt'];

/** Some editors send Responses-shaped bodies to the chat route: taken as what they mean. */
export function coerceChat(raw: RawRequest): RawRequest {
  const { body } = raw;
  if (body['input'] === undefined || body['messages'] !== undefined) return raw;
  const stateless = without(body, statefulFields);
  const request = dialects.responses.parseRequest(JSON.stringify(stateless), stateless);
  const { outputTokensMax } = request;
  const { verbosity } = asFields(body['text']);
  const chat = {
    ...without(body, responsesFields),
    ...writeChatFields(request.toNeutral(), 'openai'),
    ...(outputTokensMax === undefined ? {} : { max_tokens: outputTokensMax }),
    ...(verbosity === undefined ? {} : { verbosity }),
  };
  return { ...raw, body: chat, bodyText: JSON.stringify(chat) };
}

function without(
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
