import { createFakeAuthClient } from '@tollgate/clients';
import { AppError } from '@tollgate/errors';
import { checkWalletOwnerUseCase } from './check-wallet-owner';
import type { KnownOrganization } from './owner-ports';

const [known, suspended, unknown] = ['Z', 'Y', 'X'].map(
  (end) => `user_01J9ZZZZZZZZZZZZZZZZZZZZZ${end}`,
) as [string, string, string];
const [organization, missing, deleted, suspendedOrg] = ['W', 'X', 'Y', 'Z'].map(
  (end) => `org_01J9ZZZZZZZZZZZZZZZZZZZZZ${end}`,
) as [string, string, string, string];

const getOrganization = async (orgId: string): Promise<KnownOrganization> => {
  if (orgId === missing) throw new AppError('not_found');
  const flags = { isDeleted: orgId === deleted, isSuspended: orgId === suspendedOrg };
  return { name: 'Acme', ...flags, hasLocalCurrency: false };
};
const ada = { email: 'ada@example.com', name: 'Ada' };
const contacts = createFakeAuthClient({
  contacts: new Map([
    [known, { ...ada, isSuspended: false }],
    [suspended, { ...ada, isSuspended: true }],
  ]),
});
const check = checkWalletOwnerUseCase({ contacts, organizations: { getOrganization } });

describe('the check of a wallet owner', () => {
  it('accepts users and organizations that exist and are not deleted', async () => {
    await expect(check(known, 'req_1')).resolves.toMatchObject({ isSuspended: false });
    await expect(check(organization, 'req_1')).resolves.toMatchObject({ isSuspended: false });
    for (const walletId of [unknown, missing, deleted, 'org_1']) {
      await expect(check(walletId, 'req_1')).rejects.toMatchObject({ status: 404 });
    }
  });

  it('tells which of them are suspended', async () => {
    await expect(check(suspended, 'req_1')).resolves.toMatchObject({ isSuspended: true });
    await expect(check(suspendedOrg, 'req_1')).resolves.toMatchObject({ isSuspended: true });
  });
});
