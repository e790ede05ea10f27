export const orgRoles = ['org_admin', 'billing_viewer', 'team_admin', 'member', 'teacher'] as const;
export type OrgRole = (typeof orgRoles)[number];

/** Roles that make calls or see figures of them. A teacher only manages sessions of its classes. */
export const rolesWithCalls: readonly OrgRole[] = [
  'org_admin',
  'billing_viewer',
  'team_admin',
  'member',
];

/** The role and place of a user in an organization. */
export interface Membership {
  readonly orgId: string;
  readonly orgName: string;
  readonly memberId: string;
  readonly userId: string;
  readonly role: OrgRole;
  readonly isOwner: boolean;
  /** Empty without a team. */
  readonly teamId: string;
  readonly joinedAt: Date;
  readonly isOrgSuspended: boolean;
}

/** Where memberships are found: in the own tables of orgs, or over gRPC elsewhere. */
export interface MembershipSource {
  /** Undefined: no such organization, or the user is not in it. */
  find(orgId: string, userId: string, requestId: string): Promise<Membership | undefined>;
}
