import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId } from '@tollgate/http';
import { getIdentity, type CallerKind } from '@tollgate/identity';
import type { Actor } from '../use-cases/ports';

/** Whoever manages the keys of a user: the user, or a management key of theirs. */
export type ReadKeyManager = (response: Response) => Actor;

type ManagerKind = Extract<CallerKind, 'session' | 'management_key'>;

/** The edge lets nobody else through; a route that forgot to be listed there fails here. */
export function createKeyManagerReader(...kinds: readonly ManagerKind[]): ReadKeyManager {
  const allowed: readonly CallerKind[] = kinds;
  return (response) => {
    const { kind, userId, keyId, email, clientIp } = getIdentity(response);
    if (!allowed.includes(kind)) throw new AppError('unauthenticated');
    const actor = { userId, email, clientIp, requestId: getRequestId(response) };
    return kind === 'management_key' ? { ...actor, keyId } : actor;
  };
}
