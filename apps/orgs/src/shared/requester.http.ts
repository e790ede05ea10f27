import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId } from '@tollgate/http';
import { getIdentity, type CallerKind, type Operator } from '@tollgate/identity';
import type { ScopeRequest } from '../scopes/find-layers';
import type { ScopeKind } from '../scopes/layer';
import type { Actor, Requester } from './requester';

const memberKinds: readonly CallerKind[] = ['session', 'management_key'];
const anyKinds: readonly CallerKind[] = [...memberKinds, 'standard_key', 'test_key'];

/** The edge refuses other callers already; this catches a route missing in its table. */
function readRequester(response: Response, kinds: readonly CallerKind[]): Requester {
  const identity = getIdentity(response);
  if (!kinds.includes(identity.kind)) throw new AppError('unauthenticated');
  const { clientIp, email, keyId, userId } = identity;
  const requestId = getRequestId(response);
  const actor = { type: 'user', userId, email, clientIp, requestId } as const;
  return { identity, actor: identity.kind === 'management_key' ? { ...actor, keyId } : actor };
}

/** A person, or a management key that acts for one. */
export function getRequester(response: Response): Requester {
  return readRequester(response, memberKinds);
}

export function getAnyRequester(response: Response): Requester {
  return readRequester(response, anyKinds);
}

export function getPerson(response: Response): Requester {
  return readRequester(response, ['session']);
}

/** The requester and the organization of the path. */
export function getOrgRequest(
  request: Request,
  response: Response,
): { readonly requester: Requester; readonly orgId: string } {
  return { requester: getRequester(response), orgId: getPathParameter(request, 'orgId') };
}

export function toActor({ actor, ip, requestId }: Operator): Actor {
  const { email, id, type } = actor;
  return { type, userId: id, email, clientIp: ip, requestId };
}

const scopeParameters = { org: 'orgId', team: 'teamId', member: 'memberId' } as const;

/** The requester and the organization, team or member of the path. */
export function getScopeRequest(
  request: Request,
  response: Response,
  kind: ScopeKind,
): ScopeRequest {
  const id = getPathParameter(request, scopeParameters[kind]);
  return { ...getOrgRequest(request, response), scope: { kind, id } };
}
