import type { DirectoryClient, DirectoryUser, OrgKeys } from './directory-client';

export interface FakeDirectoryClient extends DirectoryClient {
  /** What disableKeys was called with. */
  readonly disabled: readonly OrgKeys[];
}

/** Answers from the given users; every key belongs to every organization. */
export function createFakeDirectoryClient(
  users: readonly DirectoryUser[] = [],
): FakeDirectoryClient {
  const disabled: OrgKeys[] = [];
  return {
    disabled,
    findUser: async (email) => users.find((user) => user.email === email),
    listUsers: async (userIds) =>
      userIds.map(
        (id) =>
          users.find((user) => user.id === id) ?? {
            id,
            email: null,
            name: null,
            isEmailVerified: false,
          },
      ),
    search: async () => ({ keys: [], users: [], isOperator: false }),
    disableKeys: async (keys) => void disabled.push(keys),
    purgeKeys: async () => true,
    filterKeys: async (_orgId, keyIds) => keyIds,
    close: () => undefined,
  };
}
