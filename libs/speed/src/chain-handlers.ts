import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isOn } from './optimizations';

/**
 * Joins handlers into one, to be used as `app.use(chainHandlers(...))`. Express matches the path of
 * a request once for each layer; a chain is one layer.
 */
export function chainHandlers(handlers: readonly RequestHandler[]): RequestHandler[] {
  if (!isOn('chain-handlers')) return [...handlers];
  return [(request, response, next) => runFrom(0, handlers, { request, response, next })];
}

interface Step {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

function runFrom(index: number, handlers: readonly RequestHandler[], step: Step): void {
  const { next, request, response } = step;
  const handler = handlers[index];
  if (handler === undefined) {
    next();
    return;
  }
  const runNext = (error?: unknown): void => {
    if (error === undefined) runFrom(index + 1, handlers, step);
    else next(error);
  };
  // Express catches what a handler throws, but not the rejection of a handler it did not call.
  const result: unknown = handler(request, response, runNext);
  if (result instanceof Promise) result.catch(next);
}
