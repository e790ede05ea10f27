import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { Contacts } from './contacts';

/** Throws `not_found` for a wallet that nobody could spend from. */
export type CheckWalletOwner = (walletId: string, requestId: string) => Promise<void>;

export function createCheckWalletOwner(ports: { readonly contacts: Contacts }): CheckWalletOwner {
  return async (walletId, requestId) => {
    // Wallets bear the id of their owner; organizations are not there yet.
    if (!isId('user', walletId)) {
      throw new AppError('not_found', { message: 'There is no such organization' });
    }
    await ports.contacts.getContact(walletId, requestId);
  };
}
