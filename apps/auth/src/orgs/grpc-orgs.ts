import type {
  EduConfig as EduConfigMessage,
  OrgsServiceClient,
  PolicyServiceClient,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createGrpcMemberships, readMembership, type Membership } from '@tollgate/org-access';
import { callUnary } from '@tollgate/rpc';
import type { EduConfig } from '../domain/institution-code';
import type { Orgs } from '../use-cases/org-ports';

export interface GrpcOrgsOptions {
  readonly orgs: OrgsServiceClient;
  readonly policies: PolicyServiceClient;
}

const deadlineMs = 1_500;

/** Asks orgs, each time: what somebody may do must not be remembered. */
export function createGrpcOrgs({ orgs, policies }: GrpcOrgsOptions): Orgs {
  return { ...createInstitutions(orgs), ...createMembers({ orgs, policies }) };
}

function createInstitutions(orgs: OrgsServiceClient): Pick<Orgs, 'findEduConfig' | 'findOrgName'> {
  return {
    async findEduConfig(orgId, requestId) {
      const call = orgs.getEduConfig.bind(orgs);
      const answer = await orNothing(callUnary(call, { orgId }, { deadlineMs, requestId }));
      return answer?.config && readEduConfig(answer.config);
    },

    async findOrgName(orgId, requestId) {
      const call = orgs.getOrganization.bind(orgs);
      const answer = await orNothing(callUnary(call, { orgId }, { deadlineMs, requestId }));
      return answer?.organization?.name;
    },
  };
}

function createMembers({
  orgs,
  policies,
}: GrpcOrgsOptions): Omit<Orgs, 'findEduConfig' | 'findOrgName'> {
  return {
    ...createGrpcMemberships(orgs),

    async listMemberships(userId, requestId) {
      const call = orgs.listMemberships.bind(orgs);
      const { memberships } = await callUnary(call, { userId }, { deadlineMs, requestId });
      return memberships.map(readMembership).filter(isKnown);
    },

    async endMemberships(userId, isAccountGone, requestId) {
      const call = orgs.endMemberships.bind(orgs);
      const request = { userId, isAccountGone };
      return (await callUnary(call, request, { deadlineMs, requestId })).blockingOrgIds;
    },

    async findMember(orgId, memberId, requestId) {
      const call = orgs.getMember.bind(orgs);
      const asked = callUnary(call, { orgId, memberId }, { deadlineMs, requestId });
      const answer = await orNothing(asked);
      return answer?.membership && readMembership(answer.membership);
    },

    async hasTeam(orgId, teamId, requestId) {
      const call = orgs.listTeams.bind(orgs);
      const { teams } = await callUnary(call, { orgId }, { deadlineMs, requestId });
      return teams.some((team) => team.teamId === teamId && !team.isDeleted);
    },

    async listTeamMemberIds(orgId, teamId, requestId) {
      const call = policies.getPolicy.bind(policies);
      const answer = await callUnary(call, { orgId }, { deadlineMs, requestId });
      const members = answer.policy?.members ?? [];
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

function isKnown(membership: Membership | undefined): membership is Membership {
  return membership !== undefined;
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (AppError.is(error, 'not_found')) return undefined;
    throw error;
  }
}
