import type { EduConfig, Organization, Team } from '@tollgate/contracts';
import type { Membership } from '@tollgate/org-access';
import type { OrgsClient } from './orgs-client';

export interface FakeOrgs {
  readonly organizations?: readonly Organization[];
  readonly memberships?: readonly Membership[];
  readonly teams?: ReadonlyMap<string, readonly Team[]>;
  readonly eduConfigs?: ReadonlyMap<string, EduConfig>;
}

/** Answers from the given rows; endMemberships removes those of the user. */
export function createFakeOrgsClient(data: FakeOrgs = {}): OrgsClient {
  let memberships = [...(data.memberships ?? [])];
  return {
    findMembership: async (orgId, userId) =>
      memberships.find((row) => row.orgId === orgId && row.userId === userId),
    listMemberships: async (userId) => memberships.filter((row) => row.userId === userId),
    findMember: async (orgId, memberId) =>
      memberships.find((row) => row.orgId === orgId && row.memberId === memberId),
    listAdmins: async (orgId) =>
      memberships
        .filter((row) => row.orgId === orgId && row.role === 'org_admin')
        .map((row) => row.userId),
    findOrganization: async (orgId) => data.organizations?.find((row) => row.orgId === orgId),
    listTeams: async (orgId) => data.teams?.get(orgId) ?? [],
    async endMemberships(userId) {
      memberships = memberships.filter((row) => row.userId !== userId);
      return [];
    },
    findEduConfig: async (orgId) => data.eduConfigs?.get(orgId),
    close: () => undefined,
  };
}
