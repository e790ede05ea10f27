import { idPrefixes, makeUlid } from '@tollgate/ids';
import { seat } from '../members/add-member';
import type { Member } from '../members/member';
import type { Organization } from '../organizations/organization';
import type { PolicySignal } from '../policy/ports';
import type { Clock, OrgDatabase, Stores } from '../shared/ports';
import type { Requester } from '../shared/requester';
import type { Invitation } from './invitation';
import { makeGoneError, requireInvited } from './view-invitation';

export interface AcceptedInvitation {
  readonly org: Organization;
  readonly member: Member;
}

export type AcceptInvitation = (requester: Requester, token: string) => Promise<AcceptedInvitation>;

/**
 * The token works once, for a user signed in with the invited address. `not_found` for one that
 * is unknown, used or expired, `forbidden` for another account, `conflict` without a free seat.
 */
export function acceptInvitationUseCase(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
  readonly clock: Clock;
  readonly hash: (token: string) => string;
}): AcceptInvitation {
  const { clock, database, hash, signal } = ports;
  return async ({ actor }, token) => {
    const now = clock.now();
    const tokenHash = hash(token);
    const found = await database.invitations.findOpenByHash(tokenHash, now);
    if (!found) throw makeGoneError();
    requireInvited(found, actor.email);
    const accepted = await database.withTransaction(async (stores) => {
      const org = await stores.organizations.lock(found.orgId);
      // Of parallel attempts only the first one finds it again under the lock.
      const invitation = await stores.invitations.findOpenByHash(tokenHash, now);
      const isOpen = org && org.suspendedAt === null && org.deletedAt === null;
      if (!isOpen || !invitation) throw makeGoneError();
      const member = await makeMember(stores, invitation, actor.userId, now);
      const orgId = org.id;
      const record: Parameters<typeof seat>[0]['record'] = (entry) =>
        stores.audit.record({ ...entry, actor, orgId });
      await seat({ ...stores, org, now, record }, member);
      await stores.invitations.markAccepted(invitation.id, now);
      await stores.policies.touch(orgId);
      return { org, member };
    });
    await signal.changed(accepted.org.id);
    return accepted;
  };
}

/** If the team was deleted since, the member joins without a team. */
async function makeMember(
  { teams }: Stores,
  { isOwner, monthlyBudgetNanos, orgId, role, teamId }: Invitation,
  userId: string,
  now: Date,
): Promise<Member> {
  const team = teamId === null ? undefined : await teams.find(orgId, teamId);
  return {
    id: idPrefixes.member + makeUlid(),
    orgId,
    userId,
    role: role === 'team_admin' && !team ? 'member' : role,
    isOwner,
    teamId: team?.id ?? null,
    monthlyBudgetNanos,
    joinedAt: now,
  };
}
