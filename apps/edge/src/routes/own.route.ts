import type { RequestHandler, Response } from 'express';
import { checkReadiness, makeNoRouteError, type ReadinessOptions } from '@tollgate/http';

export interface OwnRouteOptions {
  readonly serviceSlug: string;
  readonly readiness: ReadinessOptions;
}

/** What the edge answers itself: /, /healthz and /readyz. */
export function answerOwnRoutes(options: OwnRouteOptions): RequestHandler {
  const root = { service: options.serviceSlug, status: 'ok', docs: '/docs' };

  async function answerReadiness(response: Response): Promise<void> {
    const { isReady, checks } = await checkReadiness(options.readiness);
    const status = isReady ? 'ready' : 'unready';
    response.status(isReady ? 200 : 503).json({ status, checks });
  }

  return (request, response) => {
    response.setHeader('cache-control', 'no-store');
    // A trailing slash is tolerated everywhere.
    switch (request.path.replace(/\/$/, '')) {
      case '':
        response.json(root);
        return;
      case '/healthz':
        response.json({ status: 'ok' });
        return;
      case '/readyz':
        return answerReadiness(response);
      default:
        throw makeNoRouteError(request.method, request.url);
    }
  };
}
