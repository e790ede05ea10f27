import { AppError } from '@tollgate/errors';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock } from '../shared/ports';
import { describeUser, type User } from '../users/user';

export type AccountChange = Partial<Pick<User, 'name' | 'locale' | 'hasFreeFallback'>>;

export type UpdateAccount = (actor: Actor, change: AccountChange) => Promise<void>;

/** What people may change about themselves; in force on every edge when it resolves. */
export function updateAccountUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): UpdateAccount {
  return async (actor, change) => {
    await ports.database.withTransaction(async ({ audit, users }) => {
      const user = await users.lock(actor.userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      const changed = { ...user, ...change };
      await users.update(changed, ports.clock.now());
      const target = { type: 'user', id: user.id } as const;
      const [before, after] = [describeUser(user), describeUser(changed)];
      await audit.record({ action: 'user.update', actor, target, before, after });
    });
    await ports.invalidator.invalidate({ userId: actor.userId });
  };
}
