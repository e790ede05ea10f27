import type { Membership, OrgRole } from '@tollgate/org-access';
import type { VisibleCalls } from './ports';

/** Roles that see all calls and keys of their organization. */
export const wholeOrgRoles: readonly OrgRole[] = ['org_admin', 'billing_viewer'];

/** The user's own calls, and those that the lists of calls of organizations show to the user. */
export function listVisibleCalls(
  userId: string,
  memberships: readonly Membership[],
): readonly VisibleCalls[] {
  const ofOrgs = memberships.flatMap(({ isOrgSuspended, orgId, role, teamId }): VisibleCalls[] => {
    if (isOrgSuspended) return [];
    if (wholeOrgRoles.includes(role)) return [{ walletId: orgId }];
    return role === 'team_admin' && teamId !== '' ? [{ walletId: orgId, teamId }] : [];
  });
  return [{ walletId: userId }, ...ofOrgs];
}
