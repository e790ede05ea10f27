import { isId } from '@tollgate/ids';
import type { ApiKey } from '../keys/api-key';
import type { KeyScope } from '../keys/ports';
import type { AccountDatabase } from '../shared/ports';
import type { User } from './user';

export interface DirectoryMatches {
  readonly keys: readonly ApiKey[];
  /** Empty unless `isOperator`. */
  readonly users: readonly User[];
  readonly isOperator: boolean;
}

export interface DirectorySearch {
  readonly userId: string;
  readonly text: string;
  /** Keys of organizations that the user may list. */
  readonly orgKeys: readonly KeyScope[];
}

export type FindDirectoryMatches = (search: DirectorySearch) => Promise<DirectoryMatches>;

const matchesMax = 5;

/** Searches personal and organization keys of a user and, for an active operator, all users. */
export function findDirectoryMatchesUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'keys' | 'users'>;
}): FindDirectoryMatches {
  const { keys, users } = ports.database;
  return async ({ orgKeys, text: search, userId }) => {
    const user = isId('user', userId) ? await users.findById(userId) : undefined;
    if (!user || user.deletedAt !== null) return { keys: [], users: [], isOperator: false };
    const isOperator = user.role === 'operator' && user.suspension === null;
    const page = { search, sort: 'createdAt', order: 'desc', limit: matchesMax } as const;
    const [foundKeys, foundUsers] = await Promise.all([
      keys.findMatches([{ owner: { userId } }, ...orgKeys], search, matchesMax),
      isOperator ? users.list({}, page) : [],
    ]);
    return { keys: foundKeys, users: foundUsers.map(({ item }) => item), isOperator };
  };
}
