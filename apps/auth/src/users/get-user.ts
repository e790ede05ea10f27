import { isId } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { WalletFigures, Wallets } from '../shared/billing-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import { makeNoUserError } from './find-users';
import { getWalletId, type User } from './user';

export interface UserOverview {
  readonly user: User;
  readonly wallet: WalletFigures;
  readonly reservedNanos: Nanos;
  readonly keyCount: number;
  readonly sessionCount: number;
}

export type GetUser = (userId: string, requestId: string) => Promise<UserOverview>;

/** What an operator sees of a user. `not_found`. */
export function getUserUseCase(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly clock: Clock;
}): GetUser {
  const { clock, database, wallets } = ports;
  return async (userId, requestId) => {
    const user = isId('user', userId) ? await database.users.findById(userId) : undefined;
    if (!user) throw makeNoUserError();
    const walletId = getWalletId(user);
    const [wallet, reservedNanos, keyCount, sessionCount] = await Promise.all([
      wallets.getWallet(walletId, requestId),
      wallets.getReserved(walletId),
      database.keys.countOwned({ userId }),
      database.sessions.countLive(userId, clock.now()),
    ]);
    return { user, wallet, reservedNanos, keyCount, sessionCount };
  };
}
