import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { SpendWindows } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import { getWalletId } from '../users/user';
import type { BreakerSettings } from './circuit-breaker';

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
