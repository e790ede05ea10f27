import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger, Metrics } from '@tollgate/observability';
import { createHttpPart, type HttpPart } from './http-part';
import { checkReadiness, type ReadinessOptions } from './readiness';

export interface InternalPartOptions extends ReadinessOptions {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Further paths of one service, for its operators and tests. */
  readonly routes?: Readonly<Record<string, InternalRoute>>;
}

export type InternalRoute = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | void;

/** The port for operators: /healthz (process), /readyz (can serve) and /metrics. */
export function createInternalPart(options: InternalPartOptions): HttpPart {
  const answers: Readonly<Record<string, InternalRoute>> = {
    ...options.routes,
    '/healthz': (_request, response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (_request, response) => {
      const { isReady, checks } = await checkReadiness(options);
      const status = isReady ? 'ready' : 'unready';
      sendJson(response, isReady ? 200 : 503, { status, checks });
    },
    '/metrics': async (_request, response) => {
      const { contentType, text } = await options.metrics.render();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const find = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (find === undefined) return sendJson(response, 404, { status: 'not found' });
    await find(request, response);
  }

  return createHttpPart({
    portSetting: 'INTERNAL_PORT',
    ...options,
    drainGraceMs: 0,
    handler: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        options.logger.error('internal port failed', { error });
        response.destroy();
      });
    },
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
