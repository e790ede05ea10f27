import type { CallerIdentity } from '@tollgate/identity';
import { rolesWithCalls, type MembershipSource } from './membership';
import { requireOrgRole } from './require-role';

/** The calls of a wallet that a caller may see, in receipts, reports and videos. */
export interface CallScope {
  readonly walletId: string;
  /** Null: of every member. */
  readonly memberId: string | null;
  /** Null: with every key. */
  readonly keyId: string | null;
}

export type FindCallScope = (caller: CallerIdentity, requestId: string) => Promise<CallScope>;

/**
 * An account sees all of its calls. In an organization, a member's key sees that member's calls, a
 * key without a member sees the calls made with it, and a management key sees what its owner may
 * see there now: every call as org_admin, nothing as teacher, else the owner's own. Raises what
 * requireOrgRole raises.
 */
export function createFindCallScope(ports: {
  readonly memberships: MembershipSource;
}): FindCallScope {
  return async (caller, requestId) => {
    const { keyId, kind, org, userId, walletId } = caller;
    const everything = { walletId, memberId: null, keyId: null };
    if (org === null) return walletId === userId ? everything : { ...everything, keyId };
    if (kind !== 'management_key') {
      const { memberId } = org;
      return memberId === '' ? { ...everything, keyId } : { ...everything, memberId };
    }
    const need = { orgId: org.orgId, roles: rolesWithCalls, requestId };
    const { memberId, role } = await requireOrgRole(caller, need, ports.memberships);
    return role === 'org_admin' ? everything : { ...everything, memberId };
  };
}
