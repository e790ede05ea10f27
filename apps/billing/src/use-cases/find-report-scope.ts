import type { CallerIdentity } from '@tollgate/identity';
import { orgRoles, requireOrgRole, type MembershipSource } from '@tollgate/org-access';
import type { ReportScope } from '../domain/usage-report';

/** Whose calls a caller may see. */
export type FindReportScope = (caller: CallerIdentity, requestId: string) => Promise<ReportScope>;

/**
 * An account sees all of its calls. In an organization a key of a member sees that member's, a key
 * of nobody only what was called with it, and a management key what its owner may see there now:
 * everything as org_admin, else the own calls.
 */
export function createFindReportScope(ports: {
  readonly memberships: MembershipSource;
}): FindReportScope {
  return async (caller, requestId) => {
    const { keyId, kind, org, userId, walletId } = caller;
    const everything = { walletId, memberId: null, keyId: null };
    if (org === null) return walletId === userId ? everything : { ...everything, keyId };
    if (kind !== 'management_key') {
      const { memberId } = org;
      return memberId === '' ? { ...everything, keyId } : { ...everything, memberId };
    }
    const need = { orgId: org.orgId, roles: orgRoles, requestId };
    const { memberId, role } = await requireOrgRole(caller, need, ports.memberships);
    return role === 'org_admin' ? everything : { ...everything, memberId };
  };
}
