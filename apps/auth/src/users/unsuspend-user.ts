import type { Actor } from '../shared/audit';
import type { UpdateUser } from './update-user';
import type { User } from './user';

export type UnsuspendUser = (input: {
  readonly actor: Actor;
  readonly userId: string;
}) => Promise<User>;

/** Keys and sessions work again. Twice is no error. */
export function unsuspendUserUseCase(ports: { readonly updateUser: UpdateUser }): UnsuspendUser {
  return ({ actor, userId }) =>
    ports.updateUser({
      actor,
      userId,
      action: 'admin.user.unsuspend',
      change: () => ({ suspension: null }),
    });
}
