import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { BreakerSettings } from '../domain/circuit-breaker';
import { getWalletId } from '../domain/user';
import type { AccountDatabase, SpendWindows } from './ports';

export interface Breaker {
  readonly settings: BreakerSettings;
  readonly spend: { readonly minuteNanos: Nanos; readonly hourNanos: Nanos };
}

export type GetBreaker = (userId: string, requestId: string) => Promise<Breaker>;

export function createGetBreaker(ports: {
  readonly database: AccountDatabase;
  readonly spendWindows: SpendWindows;
}): GetBreaker {
  const { database, spendWindows } = ports;
  return async (userId, requestId) => {
    const user = await database.users.findById(userId);
    if (!user) throw new AppError('unauthenticated');
    const walletId = getWalletId(user);
    // Without a breaker nobody counts: what may be left of an earlier one is too low.
    if (!user.breaker.isEnabled) await spendWindows.forget(walletId, 'user', userId);
    const spend = await spendWindows.getUserSpend(walletId, userId, requestId);
    return { settings: user.breaker, spend };
  };
}
