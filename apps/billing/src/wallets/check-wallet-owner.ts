import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { Contacts, KnownOrganization, Organizations } from './owner-ports';

/** The account or organization of a wallet. */
export interface WalletOwner {
  readonly isSuspended: boolean;
}

/** Throws `not_found` for a wallet whose owner does not exist. */
export type CheckWalletOwner = (walletId: string, requestId: string) => Promise<WalletOwner>;

/** Wallets bear the id of their owner. */
export function checkWalletOwnerUseCase(ports: {
  readonly contacts: Contacts;
  readonly organizations: Pick<Organizations, 'getOrganization'>;
}): CheckWalletOwner {
  return async (walletId, requestId) => {
    if (isId('user', walletId)) return ports.contacts.getContact(walletId, requestId);
    const found = isId('organization', walletId)
      ? await findOrganization(walletId, requestId)
      : undefined;
    if (found !== undefined && !found.isDeleted) return found;
    throw new AppError('not_found', { message: 'There is no such organization' });
  };

  async function findOrganization(
    orgId: string,
    requestId: string,
  ): Promise<KnownOrganization | undefined> {
    try {
      return await ports.organizations.getOrganization(orgId, requestId);
    } catch (error) {
      if (AppError.is(error, 'not_found')) return undefined;
      throw error;
    }
  }
}

/** Undefined: the account or the organization was deleted. */
export async function findWalletOwner(
  checkWalletOwner: CheckWalletOwner,
  walletId: string,
): Promise<WalletOwner | undefined> {
  try {
    return await checkWalletOwner(walletId, '');
  } catch (error) {
    if (AppError.is(error, 'not_found')) return undefined;
    throw error;
  }
}
