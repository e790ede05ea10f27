import { AppError } from '@tollgate/errors';
import { requireOrgRole } from '@tollgate/org-access';
import type { Invitation } from '../domain/invitation';
import { assertMayGive, assertPlace } from '../domain/member-rules';
import type { ChangeOrg } from './change-org';
import { assertTeam } from './find-team';
import { keepInvitation, makeInvitation } from './keep-invitation';
import type { Directory, InvitationLimits, Waker } from './outside-ports';
import type { OrgDatabase } from './ports';
import { adminOrTeamAdmin, type OrgRequest } from './requester';

export interface CreateInvitationInput extends Omit<OrgRequest, 'roles'> {
  /** Names the invitation: a call that is run again makes no second one. */
  readonly ulid: string;
  readonly email: string;
  readonly place: Pick<Invitation, 'role' | 'isOwner' | 'monthlyBudgetNanos'> & {
    /** Undefined: nothing was said. */
    readonly teamId: string | null | undefined;
  };
}

export type CreateInvitation = (input: CreateInvitationInput) => Promise<Invitation>;

/** `conflict` when the address is invited already, or that of a member. */
export function createCreateInvitation(ports: {
  readonly changeOrg: ChangeOrg;
  readonly database: OrgDatabase;
  readonly directory: Directory;
  readonly mails: Waker;
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
