import type { RequestListener } from 'node:http';
import type { Logger } from '@tollgate/observability';
import { anthropic } from './domain/protocols/anthropic';
import { gemini } from './domain/protocols/gemini';
import { openai } from './domain/protocols/openai';
import { renderNoRoute } from './domain/protocols/openai/render-error';
import { responses } from './domain/protocols/responses';
import { countTokensRoute } from './routes/count-tokens.route';
import { embeddingsRoute } from './routes/embeddings.route';
import { imageFilesRoute } from './routes/image-files.route';
import { imagesRoute } from './routes/images.route';
import { sendError, type Route } from './routes/exchange';
import { inferenceRoute } from './routes/inference.route';
import { modelsRoute } from './routes/models.route';
import { speechRoute } from './routes/speech.route';
import { transcriptionsRoute } from './routes/transcriptions.route';
import { findVideoRoute, type VideoOptions } from './routes/videos.route';

export interface AppOptions extends VideoOptions {
  readonly logger: Logger;
}

/** Gemini names model and method in the path. */
const geminiPath = /^POST \/v1(?:beta)?\/models\/[^/]+:(?:streamG|g)enerateContent$/;

const imageFiles = 'GET /v1/images/files/';

/** Bare node:http: the simulator must never be what a benchmark of the gateway measures. */
export function createApp(options: AppOptions): RequestListener {
  const routes = new Map<string, Route>([
    ['POST /v1/chat/completions', inferenceRoute(openai, options)],
    ['POST /v1/messages', inferenceRoute(anthropic, options)],
    ['POST /v1/messages/count_tokens', countTokensRoute],
    ['POST /v1/responses', inferenceRoute(responses, options)],
    ['POST /v1/embeddings', embeddingsRoute(options)],
    ['POST /v1/images/generations', imagesRoute(options)],
    ['POST /v1/images/edits', imagesRoute(options)],
    ['POST /v1/audio/speech', speechRoute(options)],
    ['POST /v1/audio/transcriptions', transcriptionsRoute(options)],
    ['GET /v1/models', modelsRoute],
  ]);
  const generate = inferenceRoute(gemini, options);
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const name = `${request.method} ${path}`;
    const route =
      routes.get(name) ??
      (geminiPath.test(name) ? generate : undefined) ??
      (name.startsWith(imageFiles) ? imageFilesRoute : undefined) ??
      findVideoRoute(name, options);
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
