import type { ApiKey } from '../domain/api-key';
import { noUsage, type KeyUsage } from '../domain/key-usage';
import type { AccountDatabase, KeyPage, Wallets } from './ports';

export interface KeyWithUsage {
  readonly key: ApiKey;
  readonly usage: KeyUsage;
}

export type ListKeys = (
  userId: string,
  page: KeyPage,
  requestId: string,
) => Promise<readonly KeyWithUsage[]>;

export function createListKeys(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
}): ListKeys {
  return async (userId, page, requestId) => {
    const keys = await ports.database.keys.listOwned(userId, page);
    if (keys.length === 0) return [];
    const keyIds = keys.map((key) => key.id);
    const usages = await ports.wallets.listKeyUsage(userId, keyIds, requestId);
    return keys.map((key, index) => ({ key, usage: usages[index] ?? noUsage }));
  };
}
