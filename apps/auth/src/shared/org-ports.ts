import type { Membership, MembershipSource } from '@tollgate/org-access';
import type { EduConfig } from '../institutions/institution-code';

/** Organizations and memberships of the orgs service. */
export interface Orgs extends MembershipSource {
  /** Oldest first. */
  listMemberships(userId: string, requestId: string): Promise<readonly Membership[]>;
  /** Undefined: it is not in this organization, or left it. */
  findMember(orgId: string, memberId: string, requestId: string): Promise<Membership | undefined>;
  /** Whether the organization has such a team now. */
  hasTeam(orgId: string, teamId: string, requestId: string): Promise<boolean>;
  listTeamMemberIds(orgId: string, teamId: string, requestId: string): Promise<readonly string[]>;
  /** Undefined: it is no institution, or is suspended or deleted. */
  findEduConfig(orgId: string, requestId: string): Promise<EduConfig | undefined>;
  /** Ids of organizations whose only org_admin the user is; if there are any, nothing ended. */
  endMemberships(
    userId: string,
    isAccountGone: boolean,
    requestId: string,
  ): Promise<readonly string[]>;
  findOrgName(orgId: string, requestId: string): Promise<string | undefined>;
}
