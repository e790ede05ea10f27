import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import type { Membership, MembershipSource, OrgRole } from './membership';

export interface RoleNeed {
  readonly orgId: string;
  readonly roles: readonly OrgRole[];
  readonly requestId: string;
}

/**
 * The caller's membership of an organization, if its role is sufficient. A management key acts
 * with the current role of its owner; one of an organization acts in that one alone. Raises:
 * not_found for outsiders, so that existing ids look like unknown ones; forbidden for an
 * insufficient role, and for everyone while the organization is suspended.
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
