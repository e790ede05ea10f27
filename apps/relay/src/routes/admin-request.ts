import type { NextFunction, Request, Response } from 'express';
import type { ZodType } from 'zod';
import { AppError } from '@tollgate/errors';
import { getRequestId, readJsonBody, validate } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { OperatorContext } from '../use-cases/run-catalog-command';

const bodyBytesMax = 10 * 1024 * 1024;

export function requireOperator(_request: Request, response: Response, next: NextFunction): void {
  if (getIdentity(response).kind !== 'operator') throw new AppError('forbidden');
  next();
}

export async function readAdminBody<T>(request: Request, schema: ZodType<T>): Promise<T> {
  return validate(schema, await readJsonBody(request, { bytesMax: bodyBytesMax }));
}

/** Who acts, for the audit log. */
export function readOperator(response: Response): OperatorContext {
  const { userId, email, clientIp } = getIdentity(response);
  return {
    actor: { type: 'operator', id: userId === '' ? 'admin-token' : userId, email },
    ip: clientIp,
    requestId: getRequestId(response),
  };
}
