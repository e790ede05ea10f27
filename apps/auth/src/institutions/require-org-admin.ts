import type { CallerIdentity } from '@tollgate/identity';
import { requireOrgRole } from '@tollgate/org-access';
import type { Actor } from '../shared/audit';
import type { Orgs } from '../shared/org-ports';

/** An org_admin who acts in an organization. */
export interface OrgAdmin {
  readonly actor: Actor;
  readonly orgId: string;
}

export type RequireOrgAdmin = (
  caller: CallerIdentity,
  admin: { readonly actor: Actor; readonly orgId: string },
) => Promise<OrgAdmin>;

/** Raises what requireOrgRole raises. */
export function requireOrgAdminUseCase(ports: {
  readonly orgs: Pick<Orgs, 'find'>;
}): RequireOrgAdmin {
  return async (caller, { actor, orgId }) => {
    const need = { orgId, roles: ['org_admin'], requestId: actor.requestId } as const;
    await requireOrgRole(caller, need, ports.orgs);
    return { actor, orgId };
  };
}
