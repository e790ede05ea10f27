import type { NextFunction, Request, Response } from 'express';
import { isId, makeId } from '@tollgate/ids';
import { makeRequestScope, runInRequest } from '@tollgate/tracing';

export const requestIdHeader = 'x-request-id';

/**
 * For services behind the edge: takes over the id the edge gave the request, for its log lines
 * and calls of other services. The answer's headers are the edge's business.
 */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers[requestIdHeader];
  const isUsable = typeof given === 'string' && isId('request', given);
  const requestId = isUsable ? given : makeId('request');
  response.locals['requestId'] = requestId;
  const scope = makeRequestScope(requestId);
  response.once('close', () => (scope.isOver = true));
  runInRequest(scope, next);
}

/** The id of the request that this response answers. */
export function getRequestId(response: Response): string {
  const requestId: unknown = response.locals['requestId'];
  return typeof requestId === 'string' ? requestId : '';
}
