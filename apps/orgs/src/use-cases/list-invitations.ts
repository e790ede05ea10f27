import { requireOrgRole } from '@tollgate/org-access';
import type { Invitation } from '../domain/invitation';
import type { Clock, OrgDatabase } from './ports';
import { adminOrTeamAdmin, type OrgRequest } from './requester';

export type ListInvitations = (
  request: Omit<OrgRequest, 'roles'>,
) => Promise<readonly Invitation[]>;

/** Open ones, newest first; a team_admin sees those into the own team. */
export function createListInvitations(ports: {
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
