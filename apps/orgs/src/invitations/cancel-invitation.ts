import { AppError } from '@tollgate/errors';
import { requireOwnTeam } from '@tollgate/org-access';
import type { ChangeOrg } from '../organizations/change-org';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import { describeInvitation } from './invitation';

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
