import type { CallerIdentity } from '@tollgate/identity';
import type { OrgRole } from '@tollgate/org-access';
import type { Actor } from './ports';

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
