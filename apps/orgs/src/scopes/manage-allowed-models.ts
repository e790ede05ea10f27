import { isDeepStrictEqual } from 'node:util';
import type { ChangeOrg } from '../organizations/change-org';
import type { AuditAction } from '../shared/audit';
import type { OrgDatabase } from '../shared/ports';
import { adminOnly } from '../shared/requester';
import { findLayers, readLayers, type ScopeRequest } from './find-layers';
import type { ScopeKind } from './layer';
import type { ScopeLayer } from './ports';

/** Replaces the whole list; the layers afterwards, nearest first. */
export type UpdateAllowedModels = (
  request: ScopeRequest,
  allowedModels: readonly string[],
) => Promise<readonly ScopeLayer[]>;

const actions: Readonly<Record<ScopeKind, AuditAction>> = {
  org: 'org.allowed_models.update',
  team: 'team.allowed_models.update',
  member: 'org_member.allowed_models.update',
};

export function updateAllowedModelsUseCase(ports: {
  readonly changeOrg: ChangeOrg;
}): UpdateAllowedModels {
  return (request, allowedModels) => {
    const { orgId, requester, scope } = request;
    const options = { orgId, requester, roles: adminOnly };
    return ports.changeOrg(options, async ({ record, ...stores }) => {
      const [own, ...above] = await findLayers(stores, request);
      const changed = [{ ...own, allowedModels }, ...above];
      if (isDeepStrictEqual(own.allowedModels, allowedModels)) return changed;
      await stores.layers.updateAllowedModels(scope, allowedModels);
      await record({
        action: actions[scope.kind],
        target: { type: scope.kind, id: scope.id },
        before: { allowedModels: own.allowedModels },
        after: { allowedModels },
      });
      return changed;
    });
  };
}

/** The layers of a scope, nearest first. */
export type GetAllowedModels = (request: ScopeRequest) => Promise<readonly ScopeLayer[]>;

export function getAllowedModelsUseCase(ports: {
  readonly database: OrgDatabase;
}): GetAllowedModels {
  return (request) => readLayers(ports.database, request, adminOnly);
}
