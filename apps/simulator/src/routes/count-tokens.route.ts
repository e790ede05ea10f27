import { parseBody } from '../domain/sim-request';
import { anthropic } from '../domain/protocols/anthropic';
import { readCounted } from '../domain/protocols/anthropic/read-request';
import { readText, sendError, sendJson, withKey } from './exchange';

/** POST /v1/messages/count_tokens */
export const countTokensRoute = withKey(anthropic, async (request, response) => {
  const { errors } = anthropic;
  const body = parseBody((await readText(request)) ?? '');
  const model = body?.['model'];
  if (body === undefined || typeof model !== 'string') {
    return sendError(response, errors.badRequest('model: Field required', 'model'));
  }
  const read = readCounted(body, model);
  if (read.kind === 'fault') {
    return sendError(response, errors.badRequest(read.message, read.param));
  }
  return sendJson(response, JSON.stringify({ input_tokens: read.request.promptTokens }));
});
