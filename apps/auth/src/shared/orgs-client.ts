import { createMembershipSource, type OrgsClient, type PolicyClient } from '@tollgate/clients';
import type { EduConfig as EduConfigMessage } from '@tollgate/contracts';
import type { EduConfig } from '../institutions/institution-code';
import type { Orgs } from './org-ports';

export interface GrpcOrgsOptions {
  readonly orgs: OrgsClient;
  readonly policies: PolicyClient;
}

/** Organizations and memberships of the orgs service. */
export function createGrpcOrgs({ orgs, policies }: GrpcOrgsOptions): Orgs {
  return {
    ...createMembershipSource(orgs),
    listMemberships: (userId, requestId) => orgs.listMemberships(userId, requestId),
    endMemberships: (userId, isAccountGone, requestId) =>
      orgs.endMemberships(userId, isAccountGone, requestId),
    findMember: (orgId, memberId, requestId) => orgs.findMember(orgId, memberId, requestId),

    async findEduConfig(orgId, requestId) {
      const config = await orgs.findEduConfig(orgId, requestId);
      return config && readEduConfig(config);
    },

    findOrgName: async (orgId, requestId) => (await orgs.findOrganization(orgId, requestId))?.name,

    async hasTeam(orgId, teamId, requestId) {
      const teams = await orgs.listTeams(orgId, requestId);
      return teams.some((team) => team.teamId === teamId && !team.isDeleted);
    },

    async listTeamMemberIds(orgId, teamId, requestId) {
      const { members } = await policies.load(orgId, requestId);
      return members.filter((member) => member.teamId === teamId).map((member) => member.memberId);
    },
  };
}

function readEduConfig(message: EduConfigMessage): EduConfig {
  return {
    allowedDomains: message.allowedDomains,
    sessionTtlSeconds: message.sessionTtlSeconds,
    verificationTtlSeconds: message.verificationTtlSeconds,
    sessionsPerEmailMax: message.maxSessionsPerEmailPerKey,
    quota: {
      requests: message.quotaRequests ?? null,
      tokens: message.quotaTokens ?? null,
      nanos: message.quotaNanos ?? null,
    },
  };
}
