import type { DirectoryServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { callUnary } from '@tollgate/rpc';
import type { Directory, FoundUser } from '../use-cases/outside-ports';

const deadlineMs = 2_000;
const usersPerCallMax = 1_000;

/** Users and keys, as auth knows them. */
export function createAuthDirectory(client: DirectoryServiceClient): Directory {
  return {
    async findUser(email, requestId) {
      const call = client.findUser.bind(client);
      try {
        const { user } = await callUnary(call, { email }, { deadlineMs, requestId });
        if (user === undefined) return undefined;
        const { isEmailVerified, name, userId: id } = user;
        return { id, email: user.email, name: name || null, isEmailVerified };
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
      return userIds.map((id): FoundUser => {
        const user = byId.get(id);
        const isEmailVerified = user?.isEmailVerified ?? false;
        return { id, email: user?.email ?? null, name: user?.name || null, isEmailVerified };
      });
    },

    async disableKeys({ memberId, orgId, teamId }, requestId) {
      const call = client.disableOrgKeys.bind(client);
      const request = { orgId, teamId, memberId, requestId };
      await callUnary(call, request, { deadlineMs, requestId });
    },

    async purgeKeys(orgId, requestId) {
      const call = client.purgeOrgKeys.bind(client);
      return (await callUnary(call, { orgId }, { deadlineMs, requestId })).isDone;
    },
  };
}
