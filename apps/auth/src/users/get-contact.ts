import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { AccountDatabase } from '../shared/ports';

export interface Contact {
  readonly email: string;
  /** Empty when the user gave none. */
  readonly name: string;
}

export type GetContact = (userId: string) => Promise<Contact>;

/** Where other services reach a user; `not_found` when there is no such user. */
export function getContactUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'users'>;
}): GetContact {
  return async (userId) => {
    const user = isId('user', userId) ? await ports.database.users.findById(userId) : undefined;
    if (!user || user.deletedAt !== null) {
      throw new AppError('not_found', { message: 'There is no such user' });
    }
    return { email: user.email, name: user.name ?? '' };
  };
}
