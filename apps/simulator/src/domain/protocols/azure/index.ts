import { readBearer, type ErrorAnswer, type Protocol } from '../../protocol';
import { findTokenFault } from '../../find-token-fault';
import { openai } from '../openai';

const path = /\/openai\/deployments\/([^/]+)\/chat\/completions$/;

/** The prompt was checked before the answer began: a chunk without a choice, an id or a model. */
const filterChunk =
  'data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":' +
  '[{"prompt_index":0,"content_filter_results":{"hate":{"filtered":false,"severity":"safe"}}}]}\n\n';

function render(status: number, code: string, message: string, more: object = {}): ErrorAnswer {
  return { status, headers: {}, body: JSON.stringify({ error: { code, message, ...more } }) };
}

const refused =
  "The response was filtered due to the prompt triggering Azure OpenAI's content management " +
  'policy. Please modify your prompt and retry.';
const innererror = {
  code: 'ResponsibleAIPolicyViolation',
  content_filter_result: { hate: { filtered: true, severity: 'high' } },
};

/** Chat Completions of Azure OpenAI, by deployments or under `/openai/v1`. */
export const azure: Protocol = {
  ...openai,
  readKey: (headers) => String(headers['api-key'] ?? '').trim() || readBearer(headers),
  findAuthFault: (call) =>
    findTokenFault(call, () =>
      render(401, '401', 'Unauthorized. Access token is missing, invalid, or expired.'),
    ),
  readRequest: (text, target, headers) => {
    const deployment = path.exec(target)?.[1];
    const read = openai.readRequest(text, target, headers);
    if (deployment === undefined || read.kind === 'fault') return read;
    // The deployment in the path decides, whatever the body names.
    return { ...read, request: { ...read.request, model: decodeURIComponent(deployment) } };
  },
  renderStream: (answer) => {
    const plan = openai.renderStream(answer);
    const { events, openingEvents } = plan;
    return { ...plan, events: [filterChunk, ...events], openingEvents: openingEvents + 1 };
  },
  errors: {
    ...openai.errors,
    wrongKey: () =>
      render(401, '401', 'Access denied due to invalid subscription key or wrong API endpoint.'),
    scripted: (error) =>
      error.code === 'content_filter'
        ? render(400, 'content_filter', refused, { param: 'prompt', status: 400, innererror })
        : openai.errors.scripted(error),
  },
};
