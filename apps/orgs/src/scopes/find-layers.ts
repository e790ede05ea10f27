import { AppError } from '@tollgate/errors';
import { requireOrgRole, requireOwnTeam, type Membership } from '@tollgate/org-access';
import type { OrgDatabase, Stores } from '../shared/ports';
import type { OrgRequest } from '../shared/requester';
import type { Scope } from './layer';
import type { ScopeLayer } from './ports';

export interface ScopeRequest extends Omit<OrgRequest, 'roles'> {
  readonly scope: Scope;
}

/** The scope with the layers above it, nearest first. Raises: not_found. */
export async function findLayers(
  { layers }: Stores,
  { orgId, scope }: ScopeRequest,
): Promise<readonly [own: ScopeLayer, ...above: ScopeLayer[]]> {
  const [own, ...above] = (await layers.read(orgId, scope)) ?? [];
  if (own === undefined) throw new AppError('not_found', { message: `No such ${scope.kind}` });
  return [own, ...above];
}

/** A team_admin reaches the own team and its members. Raises: forbidden. */
export function assertScopeOfTeam(
  membership: Membership,
  { scope }: ScopeRequest,
  layers: readonly ScopeLayer[],
): void {
  if (scope.kind === 'org') return;
  const team = layers.find((layer) => layer.scope.kind === 'team');
  requireOwnTeam(membership, team?.scope.id ?? '');
}

/** The same for reads, with the check of the role. */
export async function readLayers(
  database: OrgDatabase,
  request: ScopeRequest,
  roles: OrgRequest['roles'],
): Promise<readonly [own: ScopeLayer, ...above: ScopeLayer[]]> {
  const { orgId, requester } = request;
  const need = { orgId, roles, requestId: requester.actor.requestId };
  const membership = await requireOrgRole(requester.identity, need, database.members);
  const layers = await findLayers(database, request);
  assertScopeOfTeam(membership, request, layers);
  return layers;
}
