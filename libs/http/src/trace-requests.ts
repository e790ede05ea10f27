import type { Express, Request, RequestHandler, Response } from 'express';
import {
  attributeNames,
  makeRequestScope,
  noSpan,
  noTracer,
  runInRequest,
  tracedHeader,
  traceHeader,
  type Span,
  type Tracer,
} from '@tollgate/tracing';
import { getRequestId } from './request-id';

/**
 * For services behind the edge: a span for every request that the edge traces. Belongs behind the
 * request id. Adds nothing where tracing is off.
 */
export function traceRequests(app: Express, tracer: Tracer): void {
  if (tracer !== noTracer) app.use(createTraceHandler(tracer));
}

function createTraceHandler(tracer: Tracer): RequestHandler {
  return (request, response, next) => {
    const { [tracedHeader]: traced, [traceHeader]: traceParent } = request.headers;
    if (traced === undefined || typeof traceParent !== 'string') return next();
    const span = tracer.continueTrace(request.method, 'server', traceParent);
    if (!span.isRecorded) return next();
    response.locals['span'] = span;
    const scope = makeRequestScope(getRequestId(response), span);
    response.once('close', () => {
      endSpan(span, request, response);
      scope.isOver = true;
    });
    runInRequest(scope, next);
  };
}

/** The span of the request that this response answers. */
export function getSpan(response: Response): Span {
  return (response.locals['span'] as Span | undefined) ?? noSpan;
}

function endSpan(span: Span, request: Request, response: Response): void {
  const { method } = request;
  const { statusCode: status } = response;
  const route = readRoutePath(request);
  span.rename(route === undefined ? method : `${method} ${route}`);
  span.set({
    [attributeNames.method]: method,
    [attributeNames.route]: route,
    [attributeNames.status]: status,
    [attributeNames.requestId]: getRequestId(response),
  });
  span.end(status >= 500 ? String(status) : undefined);
}

/** Undefined before a route was found. */
export function readRoutePath(request: Request): string | undefined {
  const route: unknown = request.route;
  const path: unknown =
    typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : undefined;
}
