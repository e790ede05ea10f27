import type { RequestListener } from 'node:http';
import type { Logger } from '@tollgate/observability';
import { anthropic } from './domain/protocols/anthropic';
import { azure } from './domain/protocols/azure';
import { bedrock } from './domain/protocols/bedrock';
import { completions } from './domain/protocols/completions';
import { gemini } from './domain/protocols/gemini';
import { openai } from './domain/protocols/openai';
import { renderNoRoute } from './domain/protocols/openai/render-error';
import { responses } from './domain/protocols/responses';
import { vertex } from './domain/protocols/vertex';
import { vertexAnthropic } from './domain/protocols/vertex-anthropic';
import { createCompatibleRoutes } from './routes/compatible.route';
import { countTokensRoute } from './routes/count-tokens.route';
import { embeddingsRoute } from './routes/embeddings.route';
import { findEngineRoute } from './routes/engines.route';
import { imageFilesRoute } from './routes/image-files.route';
import { imagesRoute } from './routes/images.route';
import { sendError, type Route } from './routes/exchange';
import { inferenceRoute } from './routes/inference.route';
import { invokeRoute } from './routes/invoke.route';
import { foundationModelsRoute, inferenceProfilesRoute, modelsRoute } from './routes/models.route';
import { moderationsRoute } from './routes/moderations.route';
import { rerankRoute } from './routes/rerank.route';
import { speechRoute } from './routes/speech.route';
import { tokenRoute } from './routes/tokens.route';
import { transcriptionsRoute } from './routes/transcriptions.route';
import { findVideoRoute, type VideoOptions } from './routes/videos.route';

export interface AppOptions extends VideoOptions {
  readonly logger: Logger;
}

/** Routes whose path contains a name: of the model, the deployment or the tenant. */
function listPatterns(options: AppOptions): readonly (readonly [RegExp, Route])[] {
  const project = '(?:/projects/[^/]+/locations/[^/]+)?';
  const pattern = (path: string): RegExp => new RegExp(`^POST ${path}$`);
  return [
    [
      pattern('/v1(?:beta)?/models/[^/]+:(?:streamG|g)enerateContent'),
      inferenceRoute(gemini, options),
    ],
    [pattern('(?:/v1)?/model/[^/]+/converse(?:-stream)?'), inferenceRoute(bedrock, options)],
    [pattern('(?:/v1)?/model/[^/]+/invoke'), invokeRoute(options)],
    [
      pattern('(?:/v1)?/openai/(?:v1|deployments/[^/]+)/chat/completions'),
      inferenceRoute(azure, options),
    ],
    [
      pattern(`/v1${project}/publishers/google/models/[^/]+:(?:streamG|g)enerateContent`),
      inferenceRoute(vertex, options),
    ],
    [
      pattern(`/v1${project}/publishers/anthropic/models/[^/]+:(?:streamR|r)awPredict`),
      inferenceRoute(vertexAnthropic, options),
    ],
    [pattern('(?:/v1)?/v2/rerank'), rerankRoute(options)],
    [pattern('/v1/[^/]+/oauth2/v2.0/token'), tokenRoute(options)],
    [pattern('/v1/expires-in-[0-9]+/token'), tokenRoute(options)],
  ];
}

const chatName = 'POST /v1/chat/completions';
const imageFiles = 'GET /v1/images/files/';

/** Bare node:http: the simulator must never be what a benchmark of the gateway measures. */
export function createApp(options: AppOptions): RequestListener {
  const routes = new Map<string, Route>([
    [chatName, inferenceRoute(openai, options)],
    ['POST /v1/messages', inferenceRoute(anthropic, options)],
    ['POST /v1/messages/count_tokens', countTokensRoute],
    ['POST /v1/responses', inferenceRoute(responses, options)],
    ['POST /v1/completions', inferenceRoute(completions, options)],
    ['POST /v1/embeddings', embeddingsRoute(options)],
    ['POST /v1/rerank', rerankRoute(options)],
    ['POST /v1/moderations', moderationsRoute(options)],
    ['POST /v1/images/generations', imagesRoute(options)],
    ['POST /v1/images/edits', imagesRoute(options)],
    ['POST /v1/audio/speech', speechRoute(options)],
    ['POST /v1/audio/transcriptions', transcriptionsRoute(options)],
    ['POST /v1/token', tokenRoute(options)],
    ['GET /v1/models', modelsRoute],
    ['GET /v1/foundation-models', foundationModelsRoute(options)],
    ['GET /v1/inference-profiles', inferenceProfilesRoute(options)],
  ]);
  const patterns = listPatterns(options);
  const azureChat = inferenceRoute(azure, options);
  const findCompatibleRoute = createCompatibleRoutes(options);
  const findOther = (name: string): Route | undefined =>
    findCompatibleRoute(name) ?? findEngineRoute(name, options) ?? findVideoRoute(name, options);
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const name = `${request.method} ${path}`;
    const isAzure = name === chatName && request.headers['api-key'] !== undefined;
    const route =
      (isAzure ? azureChat : routes.get(name)) ??
      patterns.find(([pattern]) => pattern.test(name))?.[1] ??
      (name.startsWith(imageFiles) ? imageFilesRoute : undefined) ??
      findOther(name);
    if (route === undefined) {
      sendError(response, renderNoRoute(request.method ?? '', path));
      return;
    }
    route(request, response, path).catch((error: unknown) => {
      options.logger.info('call not answered', { route: name, error });
      response.destroy();
    });
  };
}
