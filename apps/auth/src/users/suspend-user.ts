import type { Actor } from '../shared/audit';
import type { Clock } from '../shared/ports';
import type { UpdateUser } from './update-user';
import type { User } from './user';

export type SuspendUser = (input: {
  readonly actor: Actor;
  readonly userId: string;
  readonly reason: string;
}) => Promise<User>;

/** Every key and session of the user is refused from now on. Twice is no error. */
export function suspendUserUseCase(ports: {
  readonly updateUser: UpdateUser;
  readonly clock: Clock;
}): SuspendUser {
  return ({ actor, reason, userId }) =>
    ports.updateUser({
      actor,
      userId,
      action: 'admin.user.suspend',
      change: ({ suspension }) => ({
        suspension: { since: suspension?.since ?? ports.clock.now(), reason },
      }),
    });
}
