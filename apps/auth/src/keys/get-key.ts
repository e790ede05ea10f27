import { AppError } from '@tollgate/errors';
import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import { getOwnerWalletId } from './api-key';
import { assertInReach, type KeyManager } from './key-manager';
import { noUsage } from './key-usage';
import type { KeyWithUsage } from './list-keys';

export type GetKey = (manager: KeyManager, keyId: string) => Promise<KeyWithUsage>;

/** `not_found` for a foreign key as for none. */
export function getKeyUseCase(ports: {
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
