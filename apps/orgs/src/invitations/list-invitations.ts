import { requireOrgRole } from '@tollgate/org-access';
import type { Clock, OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import type { Invitation } from './invitation';

export type ListInvitations = (
  request: Omit<OrgRequest, 'roles'>,
) => Promise<readonly Invitation[]>;

/** Open ones, newest first; a team_admin sees those into the own team. */
export function listInvitationsUseCase(ports: {
  readonly database: OrgDatabase;
  readonly clock: Clock;
}): ListInvitations {
  const { clock, database } = ports;
  return async ({ orgId, requester }) => {
    const need = { orgId, roles: adminOrTeamAdmin, requestId: requester.actor.requestId };
    const { role, teamId } = await requireOrgRole(requester.identity, need, database.members);
    const open = await database.invitations.listOpen(orgId, clock.now());
    return role === 'team_admin' ? open.filter((invitation) => invitation.teamId === teamId) : open;
  };
}
