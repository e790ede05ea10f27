import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { SpendWindows } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import { getWalletId } from '../users/user';
import { type BreakerSettings, describeBreaker } from './circuit-breaker';

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

export interface Breaker {
  readonly settings: BreakerSettings;
  readonly spend: { readonly minuteNanos: Nanos; readonly hourNanos: Nanos };
}

export type GetBreaker = (userId: string, requestId: string) => Promise<Breaker>;

export function getBreakerUseCase(ports: {
  readonly database: AccountDatabase;
  readonly spendWindows: SpendWindows;
}): GetBreaker {
  const { database, spendWindows } = ports;
  return async (userId, requestId) => {
    const user = await database.users.findById(userId);
    if (!user) throw new AppError('unauthenticated');
    const walletId = getWalletId(user);
    // Without a breaker nothing is counted, so a counter left by an earlier one is too low.
    if (!user.breaker.isEnabled) await spendWindows.forget(walletId, 'user', userId);
    const spend = await spendWindows.getUserSpend(walletId, userId, requestId);
    return { settings: user.breaker, spend };
  };
}
