import type { RequestListener } from 'node:http';
import type { Logger } from '@tollgate/observability';
import { renderNoRoute } from './domain/render-error';
import {
  chatCompletionsRoute,
  type ChatCompletionsOptions,
  type Route,
} from './routes/chat-completions.route';
import { modelsRoute } from './routes/models.route';
import { sendErrorAnswer } from './routes/send-error';

export interface AppOptions extends ChatCompletionsOptions {
  readonly logger: Logger;
}

/** Bare node:http: the simulator must never be what a benchmark of the gateway measures. */
export function createApp(options: AppOptions): RequestListener {
  const routes = new Map<string, Route>([
    ['POST /v1/chat/completions', chatCompletionsRoute(options)],
    ['GET /v1/models', modelsRoute],
  ]);
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const name = `${request.method} ${path}`;
    const route = routes.get(name);
    if (route === undefined) {
      sendErrorAnswer(response, renderNoRoute(request.method ?? '', path));
      return;
    }
    route(request, response).catch((error: unknown) => {
      options.logger.info('call not answered', { route: name, error });
      response.destroy();
    });
  };
}
