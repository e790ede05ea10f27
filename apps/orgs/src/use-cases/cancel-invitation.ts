import { AppError } from '@tollgate/errors';
import { requireOwnTeam } from '@tollgate/org-access';
import type { ChangeOrg } from './change-org';
import { describeInvitation } from './describe-for-audit';
import { adminOrTeamAdmin, type OrgRequest } from './requester';

export interface CancelInvitationInput extends Omit<OrgRequest, 'roles'> {
  readonly invitationId: string;
}

export type CancelInvitation = (input: CancelInvitationInput) => Promise<void>;

/** `not_found` for one that was accepted or cancelled. */
export function createCancelInvitation(ports: { readonly changeOrg: ChangeOrg }): CancelInvitation {
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
