import { AppError } from '@tollgate/errors';
import { requireOrgRole, requireOwnTeam } from '@tollgate/org-access';
import { assertMayGive, assertPlace } from '../members/member-rules';
import type { Directory } from '../members/ports';
import type { ChangeOrg } from '../organizations/change-org';
import type { Clock, OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import { assertTeam } from '../teams/find-team';
import { describeInvitation, type Invitation } from './invitation';
import type { InvitationLimits, WakeableJob } from './ports';
import { keepInvitation, makeInvitation } from './store-invitation';

export interface CreateInvitationInput extends Omit<OrgRequest, 'roles'> {
  /** Part of the invitation id, so that a repeated call creates no second one. */
  readonly ulid: string;
  readonly email: string;
  readonly place: Pick<Invitation, 'role' | 'isOwner' | 'monthlyBudgetNanos'> & {
    /** Undefined: not given in the request. */
    readonly teamId: string | null | undefined;
  };
}

export type CreateInvitation = (input: CreateInvitationInput) => Promise<Invitation>;

/** `conflict` when the address is invited already, or that of a member. */
export function createInvitationUseCase(ports: {
  readonly changeOrg: ChangeOrg;
  readonly database: OrgDatabase;
  readonly directory: Directory;
  readonly mails: WakeableJob;
  readonly limits: InvitationLimits;
}): CreateInvitation {
  return async ({ email, place, ulid, ...request }) => {
    const { orgId, requester } = request;
    const { requestId, userId } = requester.actor;
    const need = { orgId, roles: adminOrTeamAdmin, requestId };
    await requireOrgRole(requester.identity, need, ports.database.members);
    await ports.limits.take(userId);
    const user = await ports.directory.findUser(email, requestId);
    const options = { ...request, roles: adminOrTeamAdmin, leavesPolicy: true } as const;
    const created = await ports.changeOrg(options, async (context) => {
      const { membership, now } = context;
      const ownTeamId = membership.role === 'team_admin' ? membership.teamId : null;
      const teamId = place.teamId === undefined ? ownTeamId : place.teamId;
      const invitation = makeInvitation({
        ...{ ulid, orgId, email, now },
        place: { ...place, teamId },
        invitedBy: userId,
      });
      const made = await context.invitations.findOpen(orgId, invitation.id);
      if (made) return made;
      assertMayGive(membership, invitation);
      assertPlace(invitation);
      await assertTeam(context, orgId, invitation.teamId);
      if (user && (await context.members.findByUser(orgId, user.id))) {
        throw new AppError('conflict', { message: 'This user is a member already' });
      }
      await keepInvitation(context, invitation);
      return invitation;
    });
    ports.mails.wake();
    return created;
  };
}

export interface CancelInvitationInput extends Omit<OrgRequest, 'roles'> {
  readonly invitationId: string;
}

export type CancelInvitation = (input: CancelInvitationInput) => Promise<void>;

/** `not_found` for one that was accepted or cancelled. */
export function cancelInvitationUseCase(ports: {
  readonly changeOrg: ChangeOrg;
}): CancelInvitation {
  return ({ invitationId, ...request }) => {
    const options = { ...request, roles: adminOrTeamAdmin, leavesPolicy: true } as const;
    return ports.changeOrg(options, async ({ invitations, membership, now, record }) => {
      const invitation = await invitations.findOpen(request.orgId, invitationId);
      if (!invitation) throw new AppError('not_found', { message: 'No such invitation' });
      requireOwnTeam(membership, invitation.teamId ?? '');
      await invitations.markCancelled(invitationId, now);
      const target = { type: 'invitation', id: invitationId } as const;
      const before = describeInvitation(invitation);
      await record({ action: 'org.invitation.cancel', target, before });
    });
  };
}

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
