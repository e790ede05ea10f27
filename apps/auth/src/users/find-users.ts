import { AppError } from '@tollgate/errors';
import { normalizeEmail } from '@tollgate/http';
import { isId } from '@tollgate/ids';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { UserCounts } from './ports';
import type { User } from './user';

const usersMax = 1_000;
const recentMs = 24 * 60 * 60 * 1_000;

export interface UserContact {
  readonly email: string;
  /** Empty when the user gave none. */
  readonly name: string;
  readonly isSuspended: boolean;
}

/** What other services ask about users. */
export interface FindUsers {
  /** In any spelling of the address. Raises: not_found. */
  byEmail(email: string): Promise<User>;
  /** Existing users only, in no particular order. Raises: bad_request for too many ids. */
  byIds(userIds: readonly string[]): Promise<readonly User[]>;
  /** Where a user is reached. Raises: not_found. */
  getContact(userId: string): Promise<UserContact>;
  /** How many users there are; `recent` are those of the last 24 hours. */
  count(): Promise<UserCounts>;
}

export function findUsersUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'users'>;
  readonly clock: Clock;
}): FindUsers {
  const { users } = ports.database;
  return {
    async byEmail(text) {
      const email = normalizeEmail(text);
      const found = email === undefined ? undefined : await users.findByEmail(email);
      return assertLiving(found?.user);
    },

    async byIds(userIds) {
      if (userIds.length > usersMax) {
        throw new AppError('bad_request', { message: `At most ${usersMax} users at once` });
      }
      return users.findByIds(userIds.filter((id) => isId('user', id)));
    },

    async getContact(userId) {
      const found = isId('user', userId) ? await users.findById(userId) : undefined;
      const { email, name, suspension } = assertLiving(found);
      return { email, name: name ?? '', isSuspended: suspension !== null };
    },

    count: () => users.count(new Date(ports.clock.now().getTime() - recentMs)),
  };
}

function assertLiving(user: User | undefined): User {
  if (user && user.deletedAt === null) return user;
  throw makeNoUserError();
}

export function makeNoUserError(): AppError {
  return new AppError('not_found', { message: 'There is no such user' });
}
