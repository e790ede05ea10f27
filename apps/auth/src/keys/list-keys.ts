import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase } from '../shared/ports';
import { getOwnerWalletId, type ApiKey } from './api-key';
import type { KeyManager } from './key-manager';
import { noUsage, type KeyUsage } from './key-usage';
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
