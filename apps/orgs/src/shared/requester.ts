import type { CallerIdentity } from '@tollgate/identity';
import type { OrgRole } from '@tollgate/org-access';

/** A caller: the identity decides what is allowed, the actor is named in the audit log. */
export interface Requester {
  readonly identity: CallerIdentity;
  readonly actor: Actor;
}

/** The organization of a request, and the roles that allow it. */
export interface OrgRequest {
  readonly requester: Requester;
  readonly orgId: string;
  readonly roles: readonly OrgRole[];
}

export const adminOnly: readonly OrgRole[] = ['org_admin'];
export const adminOrBilling: readonly OrgRole[] = ['org_admin', 'billing_viewer'];
/** Within the own team of a team_admin. */
export const adminOrTeamAdmin: readonly OrgRole[] = ['org_admin', 'team_admin'];

/** The author of a change, for the audit log. */
export interface Actor {
  readonly type: 'user' | 'operator' | 'system';
  readonly userId: string;
  readonly email: string;
  readonly clientIp: string;
  readonly requestId: string;
  /** The management key that acts for its owner; absent for a session. */
  readonly keyId?: string;
}
