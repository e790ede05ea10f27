import { openai } from '../domain/protocols/openai';
import { withKey } from './exchange';

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
export const modelsRoute = withKey(openai, (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
