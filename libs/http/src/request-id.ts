import type { NextFunction, Request, Response } from 'express';
import { isId, makeId } from '@tollgate/ids';

export const requestIdHeader = 'x-request-id';

/**
 * For services behind the edge: takes over the id the edge gave the request. The answer's headers
 * are the edge's business.
 */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers[requestIdHeader];
  const isUsable = typeof given === 'string' && isId('request', given);
  response.locals['requestId'] = isUsable ? given : makeId('request');
  next();
}

/** The id of the request that this response answers. */
export function getRequestId(response: Response): string {
  const requestId: unknown = response.locals['requestId'];
  return typeof requestId === 'string' ? requestId : '';
}
