import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import { requireOrgRole } from '@tollgate/org-access';
import { invitationLifeMs, invitationsPerOrgMax, type Invitation } from '../domain/invitation';
import { assertMayGive, assertPlace } from '../domain/member-rules';
import type { ChangeOrg, OrgContext } from './change-org';
import { describeInvitation } from './describe-for-audit';
import { assertTeam } from './find-team';
import type { Directory, InvitationLimits, Waker } from './outside-ports';
import type { OrgDatabase } from './ports';
import { adminOrTeamAdmin, type OrgRequest } from './requester';

export interface CreateInvitationInput extends Omit<OrgRequest, 'roles'> {
  /** Names the invitation: a call that is run again makes no second one. */
  readonly ulid: string;
  readonly email: string;
  readonly place: Pick<Invitation, 'role' | 'isOwner'> & {
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
      const invitation: Invitation = {
        id: idPrefixes.invitation + ulid,
        orgId,
        email,
        ...place,
        teamId: place.teamId === undefined ? ownTeamId : place.teamId,
        invitedBy: userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + invitationLifeMs),
      };
      const made = await context.invitations.findOpen(orgId, invitation.id);
      if (made) return made;
      assertMayGive(membership, invitation);
      assertPlace(invitation);
      await assertTeam(context, orgId, invitation.teamId);
      if (user && (await context.members.findByUser(orgId, user.id))) {
        throw new AppError('conflict', { message: 'This user is a member already' });
      }
      await keep(context, invitation);
      return invitation;
    });
    ports.mails.wake();
    return created;
  };
}

async function keep({ invitations, now, record }: OrgContext, invitation: Invitation) {
  const { email, id, orgId } = invitation;
  const open = await invitations.listOpen(orgId, now);
  if (open.some((other) => other.email === email)) {
    throw new AppError('conflict', { message: 'This address is invited already' });
  }
  if (open.length >= invitationsPerOrgMax) {
    throw new AppError('conflict', {
      message: `An organization has at most ${invitationsPerOrgMax} open invitations`,
    });
  }
  await invitations.insert(invitation);
  const target = { type: 'invitation', id } as const;
  const after = describeInvitation(invitation);
  await record({ action: 'org.invitation.create', target, after });
}
