import type { RequestHandler } from 'express';
import { makeId } from '@tollgate/ids';
import type { ReadClientAddress } from '../domain/client-address';
import { readRequestPath } from '../domain/request-path';
import { siteHeaders } from '../domain/page-headers';
import { setContext, type RequestContext } from './request-context';

/** Logged, never sent: the client disconnected before there was an answer. */
const clientLeftStatus = 499;

/** Called when the answer is over, however it ended. */
export type OnRequestEnd = (
  context: RequestContext,
  end: { readonly method: string; readonly status: number; readonly isWhole: boolean },
) => void;

export interface BeginRequestOptions {
  readonly readClientAddress: ReadClientAddress;
  readonly corsHeaders: readonly (readonly [name: string, value: string])[];
  readonly onEnd: OnRequestEnd;
}

/** Gives the request its id and every answer the headers that it carries in any case. */
export function beginRequest(options: BeginRequestOptions): RequestHandler {
  return (request, response, next) => {
    const context: RequestContext = {
      requestId: makeId('request'),
      startedAtMs: performance.now(),
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
      options.onEnd(context, { method, status, isWhole: response.writableFinished });
    });
    next();
  };
}
