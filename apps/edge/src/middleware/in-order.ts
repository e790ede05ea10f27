import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Handlers one after the other, as one layer of Express: a layer for each would take the path of
 * every request apart as many times.
 */
export function inOrder(handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => runFrom(0, handlers, { request, response, next });
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
  const goOn = (error?: unknown): void => {
    if (error === undefined) runFrom(index + 1, handlers, step);
    else next(error);
  };
  // What is thrown at once reaches Express through whoever called; what fails later does not.
  const result: unknown = handler(request, response, goOn);
  if (result instanceof Promise) result.catch(next);
}
