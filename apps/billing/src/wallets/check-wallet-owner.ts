import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { Contacts, Organizations } from './owner-ports';

/** Throws `not_found` for a wallet whose owner does not exist. */
export type CheckWalletOwner = (walletId: string, requestId: string) => Promise<void>;

/** Wallets bear the id of their owner. */
export function checkWalletOwnerUseCase(ports: {
  readonly contacts: Contacts;
  readonly organizations: Pick<Organizations, 'getOrganization'>;
}): CheckWalletOwner {
  return async (walletId, requestId) => {
    if (isId('user', walletId)) {
      await ports.contacts.getContact(walletId, requestId);
      return;
    }
    const isKnown = isId('organization', walletId) && (await isAlive(walletId, requestId));
    if (!isKnown) throw new AppError('not_found', { message: 'There is no such organization' });
  };

  async function isAlive(orgId: string, requestId: string): Promise<boolean> {
    try {
      return !(await ports.organizations.getOrganization(orgId, requestId)).isDeleted;
    } catch (error) {
      if (AppError.is(error, 'not_found')) return false;
      throw error;
    }
  }
}
