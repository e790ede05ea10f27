import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId } from '@tollgate/http';
import {
  getIdentity,
  type CallerIdentity,
  type CallerKind,
  type Operator,
} from '@tollgate/identity';
import type { Actor } from './audit';

/** The edge refuses other callers already; this catches a route missing in its table. */
export function getSessionCaller(response: Response): CallerIdentity {
  const identity = getIdentity(response);
  if (identity.kind !== 'session') throw new AppError('unauthenticated');
  return identity;
}

const bearerKinds: readonly CallerKind[] = [
  'standard_key',
  'test_key',
  'management_key',
  'institution_session',
];

export function getKeyCaller(response: Response): CallerIdentity {
  const identity = getIdentity(response);
  if (!bearerKinds.includes(identity.kind)) throw new AppError('unauthenticated');
  return identity;
}

export function getActor(response: Response): Actor {
  const { userId, email, clientIp } = getSessionCaller(response);
  return { userId, email, clientIp, requestId: getRequestId(response) };
}

export function toOperatorActor({ actor, ip, requestId }: Operator): Actor {
  const { email, id, type } = actor;
  return { type, userId: id, email, clientIp: ip, requestId };
}
