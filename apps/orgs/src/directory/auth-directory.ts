import type { DirectoryServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { callUnary } from '@tollgate/rpc';
import type { Directory, UserCard } from '../use-cases/outside-ports';

const deadlineMs = 2_000;
const usersPerCallMax = 1_000;

/** Users and keys, as auth knows them. */
export function createAuthDirectory(client: DirectoryServiceClient): Directory {
  return {
    async findUser(email, requestId) {
      const call = client.findUser.bind(client);
      try {
        const { user } = await callUnary(call, { email }, { deadlineMs, requestId });
        return user && { id: user.userId, email: user.email, name: user.name || null };
      } catch (error) {
        if (AppError.is(error, 'not_found')) return undefined;
        throw error;
      }
    },

    async listUsers(userIds, requestId) {
      const wanted = [...new Set(userIds)].slice(0, usersPerCallMax);
      if (wanted.length === 0) return [];
      const call = client.listUsers.bind(client);
      const { users } = await callUnary(call, { userIds: wanted }, { deadlineMs, requestId });
      const byId = new Map(users.map((user) => [user.userId, user]));
      return userIds.map((id): UserCard => {
        const user = byId.get(id);
        return { id, email: user?.email ?? null, name: user?.name || null };
      });
    },

    async disableKeys({ memberId, orgId, teamId }, requestId) {
      const call = client.disableOrgKeys.bind(client);
      const request = { orgId, teamId, memberId, requestId };
      await callUnary(call, request, { deadlineMs, requestId });
    },
  };
}
