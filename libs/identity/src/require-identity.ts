import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from './caller-identity';
import type { IdentityVerifier } from './identity-verifier';

/** For services behind the edge: refuses requests without an identity signed by the edge. */
export function requireIdentity(
  verifier: IdentityVerifier,
): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    response.locals['identity'] = verifier.readIdentity(request.headers, Date.now());
    next();
  };
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
