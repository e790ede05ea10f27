import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { Operator } from '../use-cases/money-in-ports';

export function requireOperator(_request: Request, response: Response, next: NextFunction): void {
  if (getIdentity(response).kind !== 'operator') throw new AppError('forbidden');
  next();
}

/** Who asks, for the audit log. */
export function readOperator(response: Response): Operator {
  const { userId, email, clientIp } = getIdentity(response);
  return {
    actor: { type: 'operator', id: userId === '' ? 'admin-token' : userId, email },
    ip: clientIp,
    requestId: getRequestId(response),
  };
}
