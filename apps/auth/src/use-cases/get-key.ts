import { AppError } from '@tollgate/errors';
import { getOwnerWalletId } from '../domain/api-key';
import { noUsage } from '../domain/key-usage';
import { assertInReach, type KeyManager } from './key-manager';
import type { KeyWithUsage } from './list-keys';
import type { AccountDatabase, Wallets } from './ports';

export type GetKey = (manager: KeyManager, keyId: string) => Promise<KeyWithUsage>;

/** `not_found` for a foreign key as for none. */
export function createGetKey(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}): GetKey {
  return async (manager, keyId) => {
    const { actor, owner } = manager;
    const key = await ports.database.keys.findOwned(owner, keyId);
    if (!key) throw new AppError('not_found');
    assertInReach(manager, key);
    const walletId = getOwnerWalletId(owner);
    const [usage] = await ports.wallets.listKeyUsage(walletId, [keyId], actor.requestId);
    return { key, usage: usage ?? noUsage };
  };
}
