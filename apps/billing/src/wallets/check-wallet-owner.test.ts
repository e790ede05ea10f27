import { createFakeAuthClient } from '@tollgate/clients';
import { AppError } from '@tollgate/errors';
import { checkWalletOwnerUseCase } from './check-wallet-owner';
import type { KnownOrganization } from './owner-ports';

const known = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZZ';
const unknown = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZY';
const [organization, missing, deleted] = ['X', 'Y', 'Z'].map(
  (end) => `org_01J9ZZZZZZZZZZZZZZZZZZZZZ${end}`,
) as [string, string, string];

describe('the check of a wallet owner', () => {
  it('accepts users and organizations that exist and are not deleted', async () => {
    const getOrganization = async (orgId: string): Promise<KnownOrganization> => {
      if (orgId === missing) throw new AppError('not_found');
      return { name: 'Acme', isDeleted: orgId !== organization, hasLocalCurrency: false };
    };
    const contacts = createFakeAuthClient({
      contacts: new Map([[known, { email: 'ada@example.com', name: 'Ada' }]]),
    });
    const check = checkWalletOwnerUseCase({ contacts, organizations: { getOrganization } });
    await expect(check(known, 'req_1')).resolves.toBeUndefined();
    await expect(check(unknown, 'req_1')).rejects.toMatchObject({ status: 404 });
    await expect(check(organization, 'req_1')).resolves.toBeUndefined();
    for (const walletId of [missing, deleted, 'org_1']) {
      await expect(check(walletId, 'req_1')).rejects.toMatchObject({ status: 404 });
    }
  });
});
