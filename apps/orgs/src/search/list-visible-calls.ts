import type { Membership, OrgRole } from '@tollgate/org-access';
import type { VisibleCalls } from './ports';

/** Roles that see all calls and keys of their organization. */
export const wholeOrgRoles: readonly OrgRole[] = ['org_admin', 'billing_viewer'];

/** The user's own calls, and those that the lists of calls of organizations show to the user. */
export function listVisibleCalls(
  userId: string,
  memberships: readonly Membership[],
): readonly VisibleCalls[] {
  return [{ walletId: userId }, ...memberships.flatMap(listVisibleInOrg)];
}

function listVisibleInOrg(membership: Membership): readonly VisibleCalls[] {
  const { isOrgSuspended, memberId, orgId: walletId, role, teamId } = membership;
  if (isOrgSuspended) return [];
  if (wholeOrgRoles.includes(role)) return [{ walletId }];
  if (role === 'member') return [{ walletId, memberId }];
  return role === 'team_admin' && teamId !== '' ? [{ walletId, teamId }] : [];
}
