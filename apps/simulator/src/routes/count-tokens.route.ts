import { parseBody } from '../domain/sim-request';
import { anthropic } from '../domain/protocols/anthropic';
import { readCounted } from '../domain/protocols/anthropic/read-request';
import { sendJson, type Route } from './inference.route';
import { readKey } from './read-key';
import { readText } from './read-text';
import { sendErrorAnswer } from './send-error';

/** POST /v1/messages/count_tokens */
export const countTokensRoute: Route = async (request, response) => {
  const { errors } = anthropic;
  const given = readKey(request, anthropic);
  if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
  const body = parseBody((await readText(request)) ?? '');
  const model = body?.['model'];
  if (body === undefined || typeof model !== 'string') {
    return sendErrorAnswer(response, errors.badRequest('model: Field required', 'model'));
  }
  const read = readCounted(body, model);
  if (read.kind === 'fault') {
    return sendErrorAnswer(response, errors.badRequest(read.message, read.param));
  }
  return sendJson(response, JSON.stringify({ input_tokens: read.request.promptTokens }));
};
