import { AppError } from '@tollgate/errors';
import type { AccountDatabase } from '../shared/ports';
import { normalizeEmail, type User } from './user';

export type FindUserByEmail = (email: string) => Promise<User>;

/** In any spelling of the address. Raises: not_found. */
export function findUserByEmailUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'users'>;
}): FindUserByEmail {
  return async (text) => {
    const email = normalizeEmail(text);
    const found = email === undefined ? undefined : await ports.database.users.findByEmail(email);
    if (!found || found.user.deletedAt !== null) {
      throw new AppError('not_found', { message: 'There is no such user' });
    }
    return found.user;
  };
}
