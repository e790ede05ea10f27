import { requireOrgRole } from '@tollgate/org-access';
import type { OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import type { MemberView, ViewMembers } from './view-members';

export type ListMembers = (request: Omit<OrgRequest, 'roles'>) => Promise<readonly MemberView[]>;

/** Oldest first; a team_admin sees the own team. */
export function listMembersUseCase(ports: {
  readonly database: OrgDatabase;
  readonly viewMembers: ViewMembers;
}): ListMembers {
  const { database, viewMembers } = ports;
  return async ({ orgId, requester }) => {
    const { requestId } = requester.actor;
    const need = { orgId, roles: adminOrTeamAdmin, requestId };
    const { role, teamId } = await requireOrgRole(requester.identity, need, database.members);
    const members = await database.members.list(orgId, role === 'team_admin' ? teamId : undefined);
    return viewMembers(orgId, members, requestId);
  };
}
