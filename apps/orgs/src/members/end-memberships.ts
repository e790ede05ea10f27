import type { PolicySignal } from '../policy/ports';
import type { Clock, OrgDatabase, Stores } from '../shared/ports';
import { type Member, describeMember } from './member';

export interface EndMembershipsInput {
  readonly userId: string;
  /** The account is gone: nothing can keep its memberships any more. */
  readonly isAccountGone: boolean;
  readonly requestId: string;
}

/** Organizations whose only org_admin the user is; when there are any, nothing was ended. */
export type EndMemberships = (input: EndMembershipsInput) => Promise<readonly string[]>;

/**
 * Ends all memberships of a user or none. Two admins who leave one organization at the same time
 * wait for its lock, and the second one is the last. Auth ends the keys of the members with their
 * account; a todo ends the assignment of teachers to classes.
 */
export function endMembershipsUseCase(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
  readonly clock: Clock;
}): EndMemberships {
  const { clock, database, signal } = ports;
  return async (input) => {
    const { blocking, ended } = await database.withTransaction(async (stores) => {
      const orgIds = await stores.members.listOrgIds(input.userId);
      // Locked in the order of their ids, like everywhere else, so that there is no deadlock.
      const found = await lockMembers(stores, orgIds, input.userId);
      const last = found.filter(({ isLast }) => isLast).map(({ member }) => member.orgId);
      if (last.length > 0 && !input.isAccountGone) return { blocking: last, ended: [] };
      for (const { member } of found) await end(stores, member, input, clock.now());
      const left = found.map(({ member }) => member.orgId);
      for (const orgId of left) await stores.policies.touch(orgId);
      return { blocking: [], ended: left };
    });
    for (const orgId of ended) await signal.changed(orgId);
    return blocking;
  };
}

interface LockedMember {
  readonly member: Member;
  /** The only org_admin of an organization that is not deleted. */
  readonly isLast: boolean;
}

async function lockMembers(
  { members, organizations }: Stores,
  orgIds: readonly string[],
  userId: string,
): Promise<readonly LockedMember[]> {
  const locked: LockedMember[] = [];
  for (const orgId of orgIds) {
    const org = await organizations.lock(orgId);
    const member = await members.findByUser(orgId, userId);
    if (!org || !member) continue;
    const isLast =
      org.deletedAt === null &&
      member.role === 'org_admin' &&
      (await members.countAdmins(orgId)) === 1;
    locked.push({ member, isLast });
  }
  return locked;
}

async function end(
  { audit, members, todos }: Stores,
  member: Member,
  { requestId, userId }: EndMembershipsInput,
  now: Date,
): Promise<void> {
  await members.markLeft(member.id, now);
  await audit.record({
    action: 'org.member.remove',
    // By its id alone: the entry outlives the account.
    actor: { type: 'user', userId, email: '', clientIp: '', requestId },
    orgId: member.orgId,
    target: { type: 'member', id: member.id },
    before: describeMember(member),
  });
  if (member.role !== 'teacher') return;
  const { id: memberId, orgId } = member;
  await todos.add({ kind: 'disable-keys', orgId, teamId: '', memberId }, now);
}
