import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId } from '@tollgate/http';
import { getIdentity } from './require-identity';

/** The actor of an audit entry. */
export interface Operator {
  readonly actor: { readonly type: 'operator'; readonly id: string; readonly email: string };
  readonly ip: string;
  readonly requestId: string;
}

export function requireOperator(_request: Request, response: Response, next: NextFunction): void {
  if (getIdentity(response).kind !== 'operator') throw new AppError('forbidden');
  next();
}

export function readOperator(response: Response): Operator {
  const { userId, email, clientIp } = getIdentity(response);
  return {
    actor: { type: 'operator', id: userId === '' ? 'admin-token' : userId, email },
    ip: clientIp,
    requestId: getRequestId(response),
  };
}
