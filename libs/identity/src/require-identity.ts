import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from './caller-identity';
import type { IdentityVerifier } from './identity-verifier';

/** For services behind the edge: refuses requests without an identity from the edge. */
export function requireIdentity(
  verifier: IdentityVerifier,
): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    const { headers, method, originalUrl: url } = request;
    response.locals['identity'] =
      (request as HandedRequest)[handedIdentity] ??
      verifier.readIdentity({ method, url, headers }, Date.now());
    next();
  };
}

/** A key that no client can send. */
const handedIdentity = Symbol('identity');
type HandedRequest = IncomingMessage & { [handedIdentity]?: CallerIdentity };

/** For the edge: names the caller to a service of the same process, without a signature. */
export function handIdentity(request: IncomingMessage, identity: CallerIdentity): void {
  (request as HandedRequest)[handedIdentity] = identity;
}

/** The caller of the request that this response answers; undefined before it was identified. */
export function findIdentity(response: Response): CallerIdentity | undefined {
  return response.locals['identity'] as CallerIdentity | undefined;
}

/** The caller of a route behind `requireIdentity`. */
export function getIdentity(response: Response): CallerIdentity {
  const identity = findIdentity(response);
  if (identity === undefined) throw new AppError('unauthenticated');
  return identity;
}
