import { AppError } from '@tollgate/errors';
import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import { type ApiKey, getOwnerWalletId } from './api-key';
import { assertInReach, type KeyManager } from './key-manager';
import { type KeyUsage, noUsage } from './key-usage';
import type { KeyPage } from './ports';

export interface KeyWithUsage {
  readonly key: ApiKey;
  readonly usage: KeyUsage;
}

export type ListKeys = (
  manager: KeyManager,
  page: Omit<KeyPage, 'reach'>,
) => Promise<readonly KeyWithUsage[]>;

export function listKeysUseCase(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}): ListKeys {
  return async ({ actor, owner, reach }, page) => {
    const keys = await ports.database.keys.listOwned(owner, { ...page, reach });
    if (keys.length === 0) return [];
    const keyIds = keys.map((key) => key.id);
    const walletId = getOwnerWalletId(owner);
    const usages = await ports.wallets.listKeyUsage(walletId, keyIds, actor.requestId);
    return keys.map((key, index) => ({ key, usage: usages[index] ?? noUsage }));
  };
}

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

/** The organization of a key; undefined for personal ones, and for none at all. */
export type FindKeyOrg = (keyId: string) => Promise<string | undefined>;

export function findKeyOrgUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'keys'>;
}): FindKeyOrg {
  return async (keyId) => (await ports.database.keys.findById(keyId))?.org?.orgId;
}
