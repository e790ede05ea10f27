import type { RequestHandler } from 'express';
import { getContext, getRoute } from './request-context';

/** For routes that the edge owns, by method and path. */
export function answerOwn(handlers: Readonly<Record<string, RequestHandler>>): RequestHandler {
  const byRoute = new Map(Object.entries(handlers));
  return (request, response, next) => {
    // HEAD is answered like GET; Node leaves its body out.
    const { path } = getRoute(getContext(response));
    const handler = byRoute.get(`GET ${path}`);
    if (handler === undefined) throw new Error(`GET ${path} has no handler`);
    return handler(request, response, next);
  };
}
