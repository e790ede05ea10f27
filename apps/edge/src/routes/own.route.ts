import type { RequestHandler } from 'express';
import { checkReadiness, type ReadinessOptions } from '@tollgate/http';
import type { Documents } from '../domain/document';
import { documentRoute, errorPageRoute, referencePageRoute } from './docs.route';
import type { operations } from './operations';

export interface OwnRouteOptions {
  readonly serviceSlug: string;
  readonly siteUrl: string;
  readonly readiness: ReadinessOptions;
  readonly documents: Documents;
}

/** What the edge answers itself. */
export function createOwnHandlers(
  options: OwnRouteOptions,
): Readonly<Record<keyof typeof operations, RequestHandler>> {
  const { documents, serviceSlug, siteUrl } = options;
  const openApi = documentRoute(documents.openApi);
  return {
    'GET /': answerJson({ service: serviceSlug, status: 'ok', docs: '/docs' }),
    'GET /healthz': answerJson({ status: 'ok' }),
    'GET /readyz': answerReadiness(options.readiness),
    'GET /openapi.json': openApi,
    'GET /v1/openapi.json': openApi,
    'GET /docs': referencePageRoute(siteUrl),
    'GET /docs/viewer.js': documentRoute(documents.viewer),
    'GET /docs/errors': errorPageRoute(siteUrl),
  };
}

function answerJson(body: object): RequestHandler {
  return (_request, response) => {
    response.setHeader('cache-control', 'no-store');
    response.json(body);
  };
}

function answerReadiness(readiness: ReadinessOptions): RequestHandler {
  return async (_request, response) => {
    const { isReady, checks } = await checkReadiness(readiness);
    const status = isReady ? 'ready' : 'unready';
    response.setHeader('cache-control', 'no-store');
    response.status(isReady ? 200 : 503).json({ status, checks });
  };
}
