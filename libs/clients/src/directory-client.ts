import {
  DirectoryServiceClient,
  type FoundKey,
  type KeyScope,
  type UserCard,
} from '@tollgate/contracts';
import { createPromiseClient, type GrpcClientOptions } from '@tollgate/rpc';
import { undefinedIfNotFound } from './answers';

/** Email and name are null for a deleted user. */
export interface DirectoryUser {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  /** False: the account is no proof that the address belongs to this user. */
  readonly isEmailVerified: boolean;
}

/** Keys of one member, of one team, or of the whole organization when both are empty. */
export interface OrgKeys {
  readonly orgId: string;
  readonly teamId: string;
  readonly memberId: string;
}

export interface DirectorySearch {
  readonly userId: string;
  readonly text: string;
  /** Keys of organizations that the user may list. */
  readonly keyScopes: readonly KeyScope[];
}

export interface DirectoryMatches {
  readonly keys: readonly FoundKey[];
  /** Empty unless the searching user is an operator. */
  readonly users: readonly UserCard[];
  readonly isOperator: boolean;
}

/** Users and organization keys of the auth service. */
export interface DirectoryClient {
  /** Undefined: no account has the address. */
  findUser(email: string, requestId: string): Promise<DirectoryUser | undefined>;
  /** One entry per id, in the same order. Only the first 1,000 distinct ids are looked up. */
  listUsers(userIds: readonly string[], requestId: string): Promise<readonly DirectoryUser[]>;
  /** Personal keys, keys of the scopes and, for an operator, users; at most 5 of each kind. */
  search(wanted: DirectorySearch, requestId: string): Promise<DirectoryMatches>;
  disableKeys(keys: OrgKeys, requestId: string): Promise<void>;
  /** Deletes a batch of an organization's keys; true when no keys are left. */
  purgeKeys(orgId: string, requestId: string): Promise<boolean>;
  /** Those of the keys that belong to the organization and are not revoked. */
  filterKeys(
    orgId: string,
    keyIds: readonly string[],
    requestId: string,
  ): Promise<readonly string[]>;
  close(): void;
}

const deadlineMs = 2_000;
const usersPerCallMax = 1_000;

export function createDirectoryClient(options: GrpcClientOptions): DirectoryClient {
  const rpc = createPromiseClient(DirectoryServiceClient, options, {
    findUser: deadlineMs,
    listUsers: deadlineMs,
    disableOrgKeys: deadlineMs,
    purgeOrgKeys: deadlineMs,
    filterOrgKeys: deadlineMs,
    search: deadlineMs,
  });
  return {
    async findUser(email, requestId) {
      const answer = await undefinedIfNotFound(rpc.findUser({ email }, { requestId }));
      if (answer?.user === undefined) return undefined;
      const { isEmailVerified, name, userId: id } = answer.user;
      return { id, email: answer.user.email, name: name || null, isEmailVerified };
    },

    async listUsers(userIds, requestId) {
      const wanted = [...new Set(userIds)].slice(0, usersPerCallMax);
      if (wanted.length === 0) return [];
      const { users } = await rpc.listUsers({ userIds: wanted }, { requestId });
      const byId = new Map(users.map((user) => [user.userId, user]));
      return userIds.map((id) => {
        const user = byId.get(id);
        const isEmailVerified = user?.isEmailVerified ?? false;
        return { id, email: user?.email ?? null, name: user?.name || null, isEmailVerified };
      });
    },

    search: ({ keyScopes, text, userId }, requestId) =>
      rpc.search({ userId, text, keyScopes: [...keyScopes] }, { requestId, isRead: true }),

    async disableKeys({ memberId, orgId, teamId }, requestId) {
      await rpc.disableOrgKeys({ orgId, teamId, memberId, requestId }, { requestId });
    },

    purgeKeys: async (orgId, requestId) =>
      (await rpc.purgeOrgKeys({ orgId }, { requestId })).isDone,

    filterKeys: async (orgId, keyIds, requestId) =>
      (await rpc.filterOrgKeys({ orgId, keyIds: [...keyIds] }, { requestId })).keyIds,

    close: rpc.close,
  };
}
