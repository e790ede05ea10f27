import type { CallerIdentity } from '@tollgate/identity';
import type { OrgRole } from '@tollgate/org-access';

/** Who asks for something: judged by the identity, named in the audit log by the actor. */
export interface Requester {
  readonly identity: CallerIdentity;
  readonly actor: Actor;
}

/** Which organization is meant, and what somebody must be there. */
export interface OrgRequest {
  readonly requester: Requester;
  readonly orgId: string;
  readonly roles: readonly OrgRole[];
}

export const adminOnly: readonly OrgRole[] = ['org_admin'];
export const adminOrBilling: readonly OrgRole[] = ['org_admin', 'billing_viewer'];
/** Within the own team of a team_admin. */
export const adminOrTeamAdmin: readonly OrgRole[] = ['org_admin', 'team_admin'];

/** Who makes a change, for the audit log. */
export interface Actor {
  readonly type: 'user' | 'operator' | 'system';
  readonly userId: string;
  readonly email: string;
  readonly clientIp: string;
  readonly requestId: string;
  /** The management key that acts for its owner; absent: they act themselves. */
  readonly keyId?: string;
}
