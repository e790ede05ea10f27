import { getOwnerWalletId, type ApiKey } from '../domain/api-key';
import { noUsage, type KeyUsage } from '../domain/key-usage';
import type { KeyManager } from './key-manager';
import type { AccountDatabase, KeyPage, Wallets } from './ports';

export interface KeyWithUsage {
  readonly key: ApiKey;
  readonly usage: KeyUsage;
}

export type ListKeys = (
  manager: KeyManager,
  page: Omit<KeyPage, 'reach'>,
) => Promise<readonly KeyWithUsage[]>;

export function createListKeys(ports: {
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
