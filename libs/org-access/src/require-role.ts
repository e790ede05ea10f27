import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import type { Membership, MembershipSource, OrgRole } from './membership';

export interface RoleNeed {
  readonly orgId: string;
  readonly roles: readonly OrgRole[];
  readonly requestId: string;
}

/**
 * What the caller is in an organization, if that is enough. A management key acts with what its
 * owner is there now; one of an organization acts in that one alone. Raises: not_found for who has
 * no place in it, so that foreign ids cannot be told from unknown ones; forbidden for a role that
 * is not enough, and for everybody while the organization is suspended.
 */
export async function requireOrgRole(
  caller: CallerIdentity,
  { orgId, roles, requestId }: RoleNeed,
  memberships: MembershipSource,
): Promise<Membership> {
  const isOtherOrgsKey = caller.org !== null && caller.org.orgId !== orgId;
  const membership =
    isOtherOrgsKey || caller.userId === ''
      ? undefined
      : await memberships.find(orgId, caller.userId, requestId);
  if (membership === undefined)
    throw new AppError('not_found', { message: 'No such organization' });
  if (membership.isOrgSuspended) throw makeSuspendedError();
  if (!roles.includes(membership.role)) throw makeRoleError(roles);
  return membership;
}

/** A team_admin reaches only into the own team. Raises: forbidden. */
export function requireOwnTeam(membership: Membership, teamId: string): void {
  if (membership.role !== 'team_admin') return;
  if (teamId === '' || membership.teamId !== teamId) {
    throw new AppError('forbidden', { message: 'A team_admin may only manage its own team' });
  }
}

function makeSuspendedError(): AppError {
  return new AppError('forbidden', { message: 'This organization is suspended' });
}

function makeRoleError(roles: readonly OrgRole[]): AppError {
  return new AppError('forbidden', { message: `This needs the role ${roles.join(' or ')}` });
}
