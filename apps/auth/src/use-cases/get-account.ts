import { AppError } from '@tollgate/errors';
import { isFreeTier } from '@tollgate/identity';
import type { Nanos } from '@tollgate/money';
import { getWalletId, type User } from '../domain/user';
import type { AccountDatabase, WalletFigures, Wallets } from './ports';

export interface Account {
  readonly user: User;
  readonly wallet: WalletFigures;
  readonly reservedNanos: Nanos;
  readonly isFreeTier: boolean;
}

export type GetAccount = (userId: string, requestId: string) => Promise<Account>;

export function createGetAccount(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}): GetAccount {
  return async (userId, requestId) => {
    const user = await ports.database.users.findById(userId);
    if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
    const walletId = getWalletId(user);
    const [wallet, reservedNanos] = await Promise.all([
      ports.wallets.getWallet(walletId, requestId),
      ports.wallets.getReserved(walletId),
    ]);
    return { user, wallet, reservedNanos, isFreeTier: isFreeTier(wallet) };
  };
}
