import { AppError } from '@tollgate/errors';
import { getRequestsPerMinute, type OrgCaller } from '@tollgate/identity';
import type { Nanos } from '@tollgate/money';
import { noUsage } from '../domain/key-usage';
import type { KeyWithUsage } from './list-keys';
import type { AccountDatabase, Wallets } from './ports';

export interface CurrentKey extends KeyWithUsage {
  readonly balanceNanos: Nanos;
  readonly isInvoiced: boolean;
  readonly requestsPerMinute: number;
}

export type GetCurrentKey = (
  caller: {
    readonly userId: string;
    readonly walletId: string;
    readonly keyId: string;
    readonly org: OrgCaller | null;
  },
  requestId: string,
) => Promise<CurrentKey>;

/** The key a call was made with. `unauthenticated` when it was deleted in this very moment. */
export function createGetCurrentKey(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly fundedRequestsPerMinute: number;
}): GetCurrentKey {
  return async ({ userId, walletId, keyId, org }, requestId) => {
    const owner = org === null ? { userId } : { orgId: org.orgId };
    const [key, wallet, usages] = await Promise.all([
      ports.database.keys.findOwned(owner, keyId),
      ports.wallets.getWallet(walletId, requestId),
      ports.wallets.listKeyUsage(walletId, [keyId], requestId),
    ]);
    if (!key) throw new AppError('unauthenticated');
    const { balanceNanos, isInvoiced } = wallet;
    const requestsPerMinute = getRequestsPerMinute(wallet, ports.fundedRequestsPerMinute);
    return { key, usage: usages[0] ?? noUsage, balanceNanos, isInvoiced, requestsPerMinute };
  };
}
