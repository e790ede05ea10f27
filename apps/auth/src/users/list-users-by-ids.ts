import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { AccountDatabase } from '../shared/ports';
import type { User } from './user';

export type ListUsersByIds = (userIds: readonly string[]) => Promise<readonly User[]>;

const usersMax = 1_000;

/** Existing users only, in no particular order. */
export function listUsersByIdsUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'users'>;
}): ListUsersByIds {
  return async (userIds) => {
    if (userIds.length > usersMax) {
      throw new AppError('bad_request', { message: `At most ${usersMax} users at once` });
    }
    return ports.database.users.findByIds(userIds.filter((id) => isId('user', id)));
  };
}
