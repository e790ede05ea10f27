import { AppError } from '@tollgate/errors';
import { noUsage } from '../domain/key-usage';
import { getWalletId } from '../domain/user';
import type { KeyWithUsage } from './list-keys';
import type { AccountDatabase, Wallets } from './ports';

export type GetKey = (userId: string, keyId: string, requestId: string) => Promise<KeyWithUsage>;

/** `not_found` for a foreign key as for none. */
export function createGetKey(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}): GetKey {
  return async (userId, keyId, requestId) => {
    const key = await ports.database.keys.findOwned(userId, keyId);
    if (!key) throw new AppError('not_found');
    const walletId = getWalletId({ id: userId });
    const [usage] = await ports.wallets.listKeyUsage(walletId, [keyId], requestId);
    return { key, usage: usage ?? noUsage };
  };
}
