import type { CallerIdentity } from '@tollgate/identity';
import {
  type Membership,
  type MembershipSource,
  type OrgRole,
  requireOrgRole,
} from '@tollgate/org-access';
import type { CallsQuery } from './call';

const readerRoles: readonly OrgRole[] = ['org_admin', 'billing_viewer', 'team_admin'];

/** Raises: not_found, forbidden. A team_admin must also pass `requireOwnTeam`. */
export function requireCallAccess(
  caller: CallerIdentity,
  org: { readonly orgId: string; readonly requestId: string },
  memberships: MembershipSource,
): Promise<Membership> {
  return requireOrgRole(caller, { ...org, roles: readerRoles }, memberships);
}

/** The calls of its organization that a reader may see. */
export function makeOrgVisible({ role, teamId }: Membership): CallsQuery['visible'] {
  return { keyId: null, memberId: null, teamId: role === 'team_admin' ? teamId : null };
}
