import type { IncomingMessage, ServerResponse } from 'node:http';
import { openai } from '../domain/protocols/openai';
import { readKey } from './read-key';
import { sendErrorAnswer } from './send-error';

const createdSeconds = 1_760_000_000;
const models = ['chat', 'chat-mini', 'chat-reasoning'];

const body = JSON.stringify({
  object: 'list',
  data: models.map((id) => ({
    id,
    object: 'model',
    created: createdSeconds,
    owned_by: 'simulator',
  })),
});

/** GET /v1/models. Chat itself takes any model name. */
export async function modelsRoute(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given = readKey(request, openai);
  if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}
