import { asFields } from '@tollgate/model-kit';
import { writeChatFields } from '@tollgate/providers/openai';
import { dialects } from './dialects';
import type { RawRequest } from '../../domain/endpoint';

/** Fields of Responses that have no meaning in Chat, or were translated. */
const responsesFields = [
  'input',
  'instructions',
  'max_output_tokens',
  'text',
  'response_format',
  'tools',
  'tool_choice',
  'reasoning',
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

/** Some editors send Responses-shaped bodies to the chat route: translated to Chat. */
export function coerceChat(raw: RawRequest): RawRequest {
  const { body } = raw;
  if (body['input'] == null || body['messages'] != null) return raw;
  const stateless = without(body, statefulFields);
  const request = dialects.responses.parseRequest(JSON.stringify(stateless), stateless);
  const { outputTokensMax } = request;
  const { verbosity } = asFields(body['text']);
  const chat = {
    ...without(body, responsesFields),
    ...writeChatFields(request.toNeutral(), 'openai'),
    ...(outputTokensMax === undefined ? {} : { max_tokens: outputTokensMax }),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...writeReasoning(asFields(body['reasoning'])),
  };
  return { ...raw, body: chat, bodyText: JSON.stringify(chat) };
}

/** Chat has a field for the effort and none for summaries; the rest is handled by the gateway. */
function writeReasoning(reasoning: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { effort } = reasoning;
  const rest = without(reasoning, ['effort', 'summary', 'generate_summary']);
  return {
    ...(effort == null ? {} : { reasoning_effort: effort }),
    ...(Object.keys(rest).length === 0 ? {} : { reasoning: rest }),
  };
}

function without(
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
