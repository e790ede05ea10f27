import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import { requireOrgRole } from '@tollgate/org-access';
import type { CreateInvitation } from '../invitations/manage-invitations';
import type { ChangeOrg, OrgContext } from '../organizations/change-org';
import { assertMayJoin } from '../organizations/create-org';
import type { OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import { assertTeam } from '../teams/find-team';
import { type Member, describeMember } from './member';
import { assertMayGive, assertPlace, assertSeat } from './member-rules';
import type { Directory } from './ports';

export interface AddMemberInput extends Omit<OrgRequest, 'roles'> {
  /** Part of the member id, so that a repeated call creates no second member. */
  readonly ulid: string;
  readonly email: string;
  readonly place: Pick<Member, 'role' | 'isOwner' | 'monthlyBudgetNanos'> & {
    /** Undefined: not given in the request. */
    readonly teamId: string | null | undefined;
  };
}

/** Undefined: the address was invited, because it is not the verified address of an account. */
export type AddMember = (input: AddMemberInput) => Promise<Member | undefined>;

/**
 * Only a verified address is an identity: anyone can sign up with an address they do not own. The
 * answer is the same for an unverified address as for one without an account. Raises: conflict for
 * a member, and without a free seat.
 */
export function addMemberUseCase(ports: {
  readonly changeOrg: ChangeOrg;
  readonly createInvitation: CreateInvitation;
  readonly database: OrgDatabase;
  readonly directory: Directory;
}): AddMember {
  return async ({ email, place, ulid, ...request }) => {
    const { orgId, requester } = request;
    const { requestId } = requester.actor;
    const need = { orgId, roles: adminOrTeamAdmin, requestId };
    // Before the look-up: only a caller who may add members learns whether there is an account.
    await requireOrgRole(requester.identity, need, ports.database.members);
    const user = await ports.directory.findUser(email, requestId);
    if (user?.isEmailVerified !== true) {
      await ports.createInvitation({ ...request, email, place, ulid });
      return undefined;
    }
    return ports.changeOrg({ ...request, roles: adminOrTeamAdmin }, async (context) => {
      const { membership, now } = context;
      const ownTeamId = membership.role === 'team_admin' ? membership.teamId : null;
      const member: Member = {
        id: idPrefixes.member + ulid,
        orgId,
        userId: user.id,
        ...place,
        teamId: place.teamId === undefined ? ownTeamId : place.teamId,
        joinedAt: now,
      };
      const made = await context.members.findMember(orgId, member.id);
      if (made) return made;
      assertMayGive(membership, member);
      await seat(context, member);
      return member;
    });
  };
}

/** Adds the member. Raises: conflict for a member, and without a free seat. */
export async function seat(context: SeatContext, member: Member): Promise<void> {
  const { members, org, record } = context;
  assertPlace(member);
  await assertTeam(context, org.id, member.teamId);
  if (await members.findByUser(org.id, member.userId)) {
    throw new AppError('conflict', { message: 'This user is a member already' });
  }
  assertSeat(org.seats, await members.count(org.id));
  await assertMayJoin(context, member.userId);
  await members.insert(member);
  const target = { type: 'member', id: member.id } as const;
  await record({ action: 'org.member.add', target, after: describeMember(member) });
}

export type SeatContext = Omit<OrgContext, 'membership'>;
