import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { Member } from '../members/member';
import type { OrgContext } from '../organizations/change-org';
import {
  invitationLifeMs,
  invitationsPerOrgMax,
  type Invitation,
  describeInvitation,
} from './invitation';

export type InvitedPlace = Pick<Member, 'role' | 'isOwner' | 'teamId' | 'monthlyBudgetNanos'>;

export function makeInvitation(input: {
  readonly ulid: string;
  readonly orgId: string;
  readonly email: string;
  readonly place: InvitedPlace;
  readonly invitedBy: string;
  readonly now: Date;
}): Invitation {
  const { email, invitedBy, now, orgId, place, ulid } = input;
  return {
    id: idPrefixes.invitation + ulid,
    orgId,
    email,
    role: place.role,
    isOwner: place.isOwner,
    teamId: place.teamId,
    monthlyBudgetNanos: place.monthlyBudgetNanos,
    invitedBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + invitationLifeMs),
  };
}

type KeepContext = Pick<OrgContext, 'invitations' | 'now' | 'record'>;

/** Stores the invitation; its mail is due at once. Raises: conflict when the address has one. */
export async function keepInvitation(
  { invitations, now, record }: KeepContext,
  invitation: Invitation,
): Promise<void> {
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
