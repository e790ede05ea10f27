import type { Request, RequestHandler, Response } from 'express';
import { makeId } from '@tollgate/ids';
import {
  makeRequestScope,
  runInRequest,
  traceHeader,
  type Span,
  type Tracer,
} from '@tollgate/tracing';
import type { ReadClientAddress } from '../domain/client-address';
import { readRequestPath } from '../domain/request-path';
import { siteHeaders } from '../domain/page-headers';
import { setContext, type RequestContext } from './request-context';
import { endRequestSpan } from './request-span';

/** Logged, never sent: the client disconnected before there was an answer. */
const clientLeftStatus = 499;

export interface RequestEnd {
  readonly method: string;
  readonly status: number;
  /** Every byte of the answer was sent. */
  readonly isWhole: boolean;
}

/** Called when the answer is over, however it ended. */
export type OnRequestEnd = (context: RequestContext, end: RequestEnd) => void;

export interface BeginRequestOptions {
  readonly readClientAddress: ReadClientAddress;
  readonly corsHeaders: readonly (readonly [name: string, value: string])[];
  readonly onEnd: OnRequestEnd;
  readonly tracer: Tracer;
  readonly trustsClientSampling: boolean;
}

/** The edge names the request in its log lines itself; only a traced request needs a scope. */
function continueIn(
  { requestId, span }: RequestContext,
  response: Response,
  next: () => void,
): void {
  if (!span.isRecorded) return next();
  const scope = makeRequestScope(requestId, span);
  response.once('close', () => (scope.isOver = true));
  runInRequest(scope, next);
}

function startSpan(
  { headers, method }: Request,
  { tracer, trustsClientSampling }: BeginRequestOptions,
): Span {
  const parent = headers[traceHeader];
  const clientParent = typeof parent === 'string' ? parent : undefined;
  return tracer.startTrace(method, clientParent, trustsClientSampling);
}

/** Gives the request its id and every answer the headers that it carries in any case. */
export function beginRequest(options: BeginRequestOptions): RequestHandler {
  return (request, response, next) => {
    const context: RequestContext = {
      requestId: makeId('request'),
      startedAtMs: performance.now(),
      span: startSpan(request, options),
      path: readRequestPath(request.url),
      clientIp: options.readClientAddress(request.socket, request.headers),
    };
    setContext(response, context);
    // Two names for one id: the SDKs of two vendors look for it.
    response.setHeader('X-Request-Id', context.requestId);
    response.setHeader('Request-Id', context.requestId);
    const headers = context.path.isApi ? options.corsHeaders : siteHeaders;
    for (const [name, value] of headers) response.setHeader(name, value);
    const { method } = request;
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : clientLeftStatus;
      const end = { method, status, isWhole: response.writableFinished };
      options.onEnd(context, end);
      endRequestSpan(context, end);
    });
    continueIn(context, response, next);
  };
}
