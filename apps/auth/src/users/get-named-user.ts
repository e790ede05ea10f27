import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { User } from './user';

/** The user that an operator named; `not_found` for whatever is no user's id as well. */
export async function getNamedUser(
  userId: string,
  find: (userId: string) => Promise<User | undefined>,
): Promise<User> {
  const user = isId('user', userId) ? await find(userId) : undefined;
  if (!user) throw new AppError('not_found', { message: 'There is no such user' });
  return user;
}
