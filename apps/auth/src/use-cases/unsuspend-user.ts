import type { User } from '../domain/user';
import type { Actor } from './ports';
import type { UpdateUser } from './update-user';

export type UnsuspendUser = (input: {
  readonly actor: Actor;
  readonly userId: string;
}) => Promise<User>;

/** Keys and sessions work again. Twice is no error. */
export function createUnsuspendUser(ports: { readonly updateUser: UpdateUser }): UnsuspendUser {
  return ({ actor, userId }) =>
    ports.updateUser({
      actor,
      userId,
      action: 'admin.user.unsuspend',
      change: () => ({ suspension: null }),
    });
}
