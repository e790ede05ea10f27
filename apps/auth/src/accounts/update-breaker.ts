import { AppError } from '@tollgate/errors';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { SpendWindows } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import { getWalletId } from '../users/user';
import { describeBreaker, type BreakerSettings } from './circuit-breaker';

export type BreakerChange = Partial<BreakerSettings>;

export type UpdateBreaker = (actor: Actor, change: BreakerChange) => Promise<void>;

/** In force on every edge when it resolves. */
export function updateBreakerUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly spendWindows: SpendWindows;
}): UpdateBreaker {
  return async (actor, change) => {
    const { userId } = actor;
    await ports.database.withTransaction(async ({ audit, users }) => {
      const user = await users.lock(userId);
      if (!user) throw new AppError('unauthenticated');
      const settings = { ...user.breaker, ...change };
      await users.updateBreaker(userId, settings);
      const target = { type: 'user', id: userId } as const;
      const [before, after] = [describeBreaker(user.breaker), describeBreaker(settings)];
      await audit.record({ action: 'user.cb.update', actor, target, before, after });
    });
    await ports.invalidator.invalidate({ userId });
    await ports.spendWindows.forget(getWalletId({ id: userId }), 'user', userId);
  };
}
