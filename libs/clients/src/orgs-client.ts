import {
  OrgsServiceClient,
  type EduConfig,
  type Membership as MembershipMessage,
  type Organization,
  type Team,
} from '@tollgate/contracts';
import { orgRoles, type Membership, type MembershipSource } from '@tollgate/org-access';
import { createPromiseClient } from '@tollgate/rpc';
import { undefinedIfNotFound } from './answers';
import type { ClientOptions } from './client-options';

/** Organizations and their members. Nothing is cached: a role may be withdrawn at any time. */
export interface OrgsClient {
  /** Undefined: no such organization, or the user is not in it. */
  findMembership(orgId: string, userId: string, requestId: string): Promise<Membership | undefined>;
  /** Oldest first. */
  listMemberships(userId: string, requestId: string): Promise<readonly Membership[]>;
  /** Undefined: it is not in this organization, or left it. */
  findMember(orgId: string, memberId: string, requestId: string): Promise<Membership | undefined>;
  /** User ids of its org_admins, oldest member first. */
  listAdmins(orgId: string, requestId: string): Promise<readonly string[]>;
  /** Undefined: there never was such an organization. A deleted one is marked as deleted. */
  findOrganization(orgId: string, requestId: string): Promise<Organization | undefined>;
  /** Includes deleted teams. */
  listTeams(orgId: string, requestId: string): Promise<readonly Team[]>;
  /** Ids of organizations whose only org_admin the user is; if there are any, nothing ended. */
  endMemberships(
    userId: string,
    isAccountGone: boolean,
    requestId: string,
  ): Promise<readonly string[]>;
  /** Undefined: the organization is not an institution, or is suspended or deleted. */
  findEduConfig(orgId: string, requestId: string): Promise<EduConfig | undefined>;
  close(): void;
}

const deadlineMs = 2_000;
/** Guards of routes wait for it. */
const membershipDeadlineMs = 1_500;

export function createOrgsClient(options: ClientOptions): OrgsClient {
  const otherMs = options.deadlineMs ?? deadlineMs;
  const rpc = createPromiseClient(OrgsServiceClient, options, {
    getMembership: options.deadlineMs ?? membershipDeadlineMs,
    listMemberships: otherMs,
    getMember: otherMs,
    listAdmins: otherMs,
    getOrganization: otherMs,
    listTeams: otherMs,
    endMemberships: otherMs,
    getEduConfig: otherMs,
  });
  return {
    async findMembership(orgId, userId, requestId) {
      const answer = rpc.getMembership({ orgId, userId }, { requestId });
      return readMembership((await undefinedIfNotFound(answer))?.membership);
    },

    async listMemberships(userId, requestId) {
      const { memberships } = await rpc.listMemberships({ userId }, { requestId });
      return memberships.map(readMembership).filter((membership) => membership !== undefined);
    },

    async findMember(orgId, memberId, requestId) {
      const answer = rpc.getMember({ orgId, memberId }, { requestId });
      return readMembership((await undefinedIfNotFound(answer))?.membership);
    },

    listAdmins: async (orgId, requestId) =>
      (await rpc.listAdmins({ orgId }, { requestId })).userIds,

    async findOrganization(orgId, requestId) {
      const answer = rpc.getOrganization({ orgId }, { requestId });
      return (await undefinedIfNotFound(answer))?.organization;
    },

    listTeams: async (orgId, requestId) => (await rpc.listTeams({ orgId }, { requestId })).teams,

    endMemberships: async (userId, isAccountGone, requestId) =>
      (await rpc.endMemberships({ userId, isAccountGone }, { requestId })).blockingOrgIds,

    async findEduConfig(orgId, requestId) {
      const answer = rpc.getEduConfig({ orgId }, { requestId });
      return (await undefinedIfNotFound(answer))?.config;
    },

    close: rpc.close,
  };
}

/** Where route guards find memberships. */
export function createMembershipSource(orgs: Pick<OrgsClient, 'findMembership'>): MembershipSource {
  return { find: (orgId, userId, requestId) => orgs.findMembership(orgId, userId, requestId) };
}

/** An unknown role grants nothing: it counts as no membership. */
function readMembership(message: MembershipMessage | undefined): Membership | undefined {
  const role = orgRoles.find((known) => known === message?.role);
  if (message === undefined || role === undefined) return undefined;
  const { orgId, orgName, memberId, userId, isOwner, teamId, isOrgSuspended } = message;
  const joinedAt = new Date(Number(message.joinedAtMs));
  return { orgId, orgName, memberId, userId, role, isOwner, teamId, isOrgSuspended, joinedAt };
}
