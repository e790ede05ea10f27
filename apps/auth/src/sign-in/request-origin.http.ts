import type { Request, Response } from 'express';
import { getRequestId } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { cleanUserAgent } from '../sessions/session';

/** Where a sign-in comes from. */
export interface RequestOrigin {
  readonly clientIp: string;
  readonly userAgent: string;
  readonly requestId: string;
}

export function readOrigin(request: Request, response: Response): RequestOrigin {
  return {
    clientIp: getIdentity(response).clientIp,
    userAgent: cleanUserAgent(request.headers['user-agent']),
    requestId: getRequestId(response),
  };
}
