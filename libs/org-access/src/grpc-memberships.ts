import type { Membership as Message, OrgsServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { callUnary } from '@tollgate/rpc';
import { orgRoles, type Membership, type MembershipSource } from './membership';

const deadlineMs = 1_500;

/** Asks orgs, each time: what somebody may do must not be remembered. */
export function createGrpcMemberships(client: OrgsServiceClient): MembershipSource {
  const call = client.getMembership.bind(client);
  return {
    find: async (orgId, userId, requestId) => {
      try {
        const { membership } = await callUnary(call, { orgId, userId }, { deadlineMs, requestId });
        return membership && readMembership(membership);
      } catch (error) {
        if (AppError.is(error, 'not_found')) return undefined;
        throw error;
      }
    },
  };
}

/** A role that this service does not know yet may do nothing. */
export function readMembership(message: Message): Membership | undefined {
  const role = orgRoles.find((known) => known === message.role);
  if (role === undefined) return undefined;
  const { orgId, orgName, memberId, userId, isOwner, teamId, isOrgSuspended } = message;
  const joinedAt = new Date(Number(message.joinedAtMs));
  return { orgId, orgName, memberId, userId, role, isOwner, teamId, isOrgSuspended, joinedAt };
}
