import type { RequestHandler } from 'express';
import { getContext, getRoute } from './request-context';

/** For routes that the edge owns, by method and path. */
export function answerOwn(handlers: Readonly<Record<string, RequestHandler>>): RequestHandler {
  const byRoute = new Map(Object.entries(handlers));
  return (request, response, next) => {
    const { method, path } = getRoute(getContext(response));
    const handler = byRoute.get(`${method} ${path}`);
    if (handler === undefined) throw new Error(`${method} ${path} has no handler`);
    return handler(request, response, next);
  };
}
