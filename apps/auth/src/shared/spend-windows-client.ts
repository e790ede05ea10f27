import type { SpendWindows as SharedWindows } from '@tollgate/clients';
import type { SpendWindows } from './billing-ports';

export function createTillSpendWindows(windows: SharedWindows): SpendWindows {
  return {
    getUserSpend: (walletId, userId, requestId) =>
      windows.getSpend(walletId, { kind: 'user', id: userId }, requestId),
    forget: (walletId, kind, id) => windows.forget(walletId, [{ kind, id }]),
  };
}
