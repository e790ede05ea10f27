import type { CallerIdentity } from '@tollgate/identity';
import { requireOrgRole, type Membership, type OrgRole } from '@tollgate/org-access';
import type { Actor } from '../shared/audit';
import type { Orgs } from '../shared/org-ports';
import type { KeyManager, KeyReach } from './key-manager';

export interface ManageOrgKeysInput {
  readonly caller: CallerIdentity;
  readonly actor: Actor;
  readonly orgId: string;
  readonly purpose: 'read' | 'write';
}

export type ManageOrgKeys = (input: ManageOrgKeysInput) => Promise<KeyManager>;

const roles: Readonly<Record<ManageOrgKeysInput['purpose'], readonly OrgRole[]>> = {
  read: ['org_admin', 'billing_viewer', 'team_admin'],
  write: ['org_admin', 'team_admin'],
};

/** The caller as a manager of an organization's keys. Raises what requireOrgRole raises. */
export function manageOrgKeysUseCase(ports: {
  readonly orgs: Pick<Orgs, 'find' | 'listTeamMemberIds'>;
}): ManageOrgKeys {
  async function findReach({ orgId, teamId }: Membership, requestId: string): Promise<KeyReach> {
    const memberIds =
      teamId === '' ? [] : await ports.orgs.listTeamMemberIds(orgId, teamId, requestId);
    return { teamId, memberIds: new Set(memberIds) };
  }

  return async ({ actor, caller, orgId, purpose }) => {
    const { requestId } = actor;
    const need = { orgId, roles: roles[purpose], requestId };
    const membership = await requireOrgRole(caller, need, ports.orgs);
    const isBounded = membership.role === 'team_admin';
    const reach = isBounded ? await findReach(membership, requestId) : undefined;
    return { actor, owner: { orgId }, membership, reach };
  };
}
