import type { Membership as MembershipMessage, OrgsServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { Membership } from '@tollgate/org-access';
import { unaryHandler } from '@tollgate/rpc';
import type { EduConfig } from '../edu-config/edu-config';
import type { EndMemberships } from '../members/end-memberships';
import type { OrgDatabase } from '../shared/ports';

/** Organizations, memberships and teams for the other services. */
export function createOrgsService(
  { members, organizations, teams }: OrgDatabase,
  endMemberships: EndMemberships,
): OrgsServiceServer {
  return {
    endMemberships: unaryHandler(async ({ isAccountGone, userId }, { requestId }) => ({
      blockingOrgIds: [...(await endMemberships({ userId, isAccountGone, requestId }))],
    })),

    getMembership: unaryHandler(async ({ orgId, userId }, { requestId }) => ({
      membership: encodeMembership(await members.find(orgId, userId, requestId)),
    })),

    listMemberships: unaryHandler(async ({ userId }) => ({
      memberships: (await members.listMemberships(userId)).map(encodeMembership),
    })),

    getMember: unaryHandler(async ({ memberId, orgId }) => ({
      membership: encodeMembership(await members.findMembership(orgId, memberId)),
    })),

    listAdmins: unaryHandler(async ({ orgId }) => {
      const admins = (await members.list(orgId)).filter(({ role }) => role === 'org_admin');
      return { userIds: admins.map(({ userId }) => userId) };
    }),

    getOrganization: unaryHandler(async ({ orgId }) => {
      const org = demand(await organizations.find(orgId));
      return {
        organization: {
          orgId: org.id,
          name: org.name,
          isSuspended: org.suspendedAt !== null,
          isDeleted: org.deletedAt !== null,
          billingMode: org.billingMode,
          hasLocalCurrency: org.hasLocalCurrency,
        },
      };
    }),

    listTeams: unaryHandler(async ({ orgId }) => ({
      teams: (await teams.listAll(orgId)).map((team) => ({
        teamId: team.id,
        name: team.name,
        costCenterCode: team.costCenterCode ?? '',
        isDeleted: team.deletedAt !== null,
      })),
    })),

    getEduConfig: unaryHandler(async ({ orgId }) => {
      const org = demand(await organizations.find(orgId));
      const config = demand(await organizations.getEduConfig(orgId));
      const isOpen = org.suspendedAt === null && org.deletedAt === null;
      if (!isOpen || config.allowedDomains.length === 0) throw new AppError('not_found');
      return { config: encodeEduConfig(config) };
    }),
  };
}

function demand<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('not_found');
  return found;
}

function encodeMembership(found: Membership | undefined): MembershipMessage {
  const { joinedAt, ...membership } = demand(found);
  return { ...membership, joinedAtMs: BigInt(joinedAt.getTime()) };
}

function encodeEduConfig(config: EduConfig) {
  const { quotaNanos, quotaRequests, quotaTokens } = config;
  return {
    allowedDomains: [...config.allowedDomains],
    sessionTtlSeconds: config.sessionTtlSeconds,
    verificationTtlSeconds: config.verificationTtlSeconds,
    maxSessionsPerEmailPerKey: config.sessionsPerEmailMax,
    quotaRequests: quotaRequests === null ? undefined : BigInt(quotaRequests),
    quotaTokens: quotaTokens === null ? undefined : BigInt(quotaTokens),
    quotaNanos: quotaNanos ?? undefined,
  };
}
