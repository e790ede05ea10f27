import { AppError } from '@tollgate/errors';
import type { Contact, Contacts } from '../wallets/contact-ports';
import type { Organizations } from '../wallets/organization-ports';
import { findOrgId } from '../wallets/wallet';

/** Recipients of mails about a wallet. Throws `not_found` without any. */
export type FindReaders = (walletId: string) => Promise<readonly Contact[]>;

/** More admins than this are not written to. */
const readersMax = 20;

/** The owner, or the admins of an organization. */
export function findReadersUseCase(ports: {
  readonly contacts: Contacts;
  readonly organizations: Pick<Organizations, 'listAdmins'>;
}): FindReaders {
  const { contacts, organizations } = ports;
  return async (walletId) => {
    const orgId = findOrgId(walletId);
    if (orgId === undefined) return [await contacts.getContact(walletId, '')];
    const admins = await organizations.listAdmins(orgId, '');
    const readers: Contact[] = [];
    for (const userId of admins.slice(0, readersMax)) {
      try {
        readers.push(await contacts.getContact(userId, ''));
      } catch (error) {
        // Skip deleted accounts: the other admins still get the mail.
        if (!AppError.is(error, 'not_found')) throw error;
      }
    }
    if (readers.length === 0) throw new AppError('not_found');
    return readers;
  };
}
