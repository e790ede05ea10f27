import { bedrock } from '../domain/protocols/bedrock';
import { openai } from '../domain/protocols/openai';
import { sendError, withKey, type Route, type RouteOptions } from './exchange';

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

const summaries = JSON.stringify({
  modelSummaries: models.map((modelId) => ({ modelId, providerName: 'Simulator' })),
});

const profiles = JSON.stringify({
  inferenceProfileSummaries: models.map((id) => ({
    ...{ inferenceProfileId: `eu.simulator.${id}`, status: 'ACTIVE', type: 'SYSTEM_DEFINED' },
  })),
});

/** GET /v1/foundation-models, Bedrock's list. */
export function foundationModelsRoute(options: Pick<RouteOptions, 'nowMs'>): Route {
  return listRoute(summaries, options);
}

/** GET /v1/inference-profiles: names that stand for a model in several regions. */
export function inferenceProfilesRoute(options: Pick<RouteOptions, 'nowMs'>): Route {
  return listRoute(profiles, options);
}

function listRoute(list: string, { nowMs }: Pick<RouteOptions, 'nowMs'>): Route {
  return withKey(bedrock, ({ headers, method = '', url: target = '' }, response) => {
    const call = { method, target, headers, body: '', nowMs: nowMs() };
    const refusal = bedrock.findAuthFault?.(call);
    if (refusal !== undefined) return sendError(response, refusal);
    response.writeHead(200, { 'content-type': 'application/json' }).end(list);
  });
}
