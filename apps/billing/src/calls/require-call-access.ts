import type { CallerIdentity } from '@tollgate/identity';
import {
  type Membership,
  type MembershipSource,
  requireOrgRole,
  rolesWithCalls,
} from '@tollgate/org-access';
import type { CallsQuery } from './call';

/** Raises: not_found, forbidden. A team_admin must also pass `requireOwnTeam`. */
export function requireCallAccess(
  caller: CallerIdentity,
  org: { readonly orgId: string; readonly requestId: string },
  memberships: MembershipSource,
): Promise<Membership> {
  return requireOrgRole(caller, { ...org, roles: rolesWithCalls }, memberships);
}

/** Of its organization, a team_admin sees the calls of its team, and a member its own. */
export function makeOrgVisible({ memberId, role, teamId }: Membership): CallsQuery['visible'] {
  return {
    keyId: null,
    memberId: role === 'member' ? memberId : null,
    teamId: role === 'team_admin' ? teamId : null,
  };
}
