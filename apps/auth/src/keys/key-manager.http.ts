import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId } from '@tollgate/http';
import { getIdentity, type CallerIdentity, type CallerKind } from '@tollgate/identity';
import type { Actor } from '../shared/audit';
import type { FindKeyOrg } from './list-keys';
import type { KeyManager } from './key-manager';
import type { ManageOrgKeys, ManageOrgKeysInput } from './manage-org-keys';

/** Reads who manages keys in a request, and whose keys. */
export type ReadKeyManager = (request: Request, response: Response) => Promise<KeyManager>;

type ManagerKind = Extract<CallerKind, 'session' | 'management_key'>;
type Purpose = ManageOrgKeysInput['purpose'];

/** The edge refuses other callers already; this catches a route missing in its table. */
export function readManagerCaller(
  response: Response,
  kinds: readonly ManagerKind[],
): { readonly caller: CallerIdentity; readonly actor: Actor } {
  const caller = getIdentity(response);
  const { kind, userId, keyId, sessionId, email, clientIp } = caller;
  if (!kinds.some((allowed) => allowed === kind)) throw new AppError('unauthenticated');
  const actor = { userId, email, clientIp, requestId: getRequestId(response) };
  const credential = kind === 'management_key' ? { keyId } : { sessionId };
  return { caller, actor: { ...actor, ...credential } };
}

/** People and their own keys. */
export const readOwner: ReadKeyManager = async (_request, response) => {
  const { actor } = readManagerCaller(response, ['session']);
  return { actor, owner: { userId: actor.userId } };
};

/** A management key: of an organization for the keys of that one, of a person for theirs. */
export function createKeyReader(manageOrgKeys: ManageOrgKeys, purpose: Purpose): ReadKeyManager {
  return async (_request, response) => {
    const { actor, caller } = readManagerCaller(response, ['management_key']);
    if (caller.org === null) return { actor, owner: { userId: actor.userId } };
    return manageOrgKeys({ actor, caller, orgId: caller.org.orgId, purpose });
  };
}

/** The organization in the path, managed by a session or a management key. */
export function createOrgReader(manageOrgKeys: ManageOrgKeys, purpose: Purpose): ReadKeyManager {
  return async (request, response) => {
    const { actor, caller } = readManagerCaller(response, ['session', 'management_key']);
    const orgId = getPathParameter(request, 'orgId');
    return manageOrgKeys({ actor, caller, orgId, purpose });
  };
}

/** A management key as above; a session for its own keys and those of its organizations. */
export function createKeyOrSessionReader(
  manageOrgKeys: ManageOrgKeys,
  findKeyOrg: FindKeyOrg,
): ReadKeyManager {
  const readKeyManager = createKeyReader(manageOrgKeys, 'write');
  return async (request, response) => {
    if (getIdentity(response).kind !== 'session') return readKeyManager(request, response);
    const { actor, caller } = readManagerCaller(response, ['session']);
    const orgId = await findKeyOrg(getPathParameter(request, 'id'));
    if (orgId === undefined) return { actor, owner: { userId: actor.userId } };
    return manageOrgKeys({ actor, caller, orgId, purpose: 'write' }).catch(hideForeign);
  };
}

/** A key of a foreign organization must look like none. */
function hideForeign(error: unknown): never {
  throw AppError.is(error, 'not_found') ? new AppError('not_found') : error;
}
