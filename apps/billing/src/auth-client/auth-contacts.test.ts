import { Secret } from '@tollgate/config';
import { AuthServiceClient, AuthServiceService, type AuthServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcClient, createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';
import { createCheckWalletOwner } from '../use-cases/check-wallet-owner';
import type { KnownOrganization } from '../use-cases/organizations';
import { createAuthContacts } from './auth-contacts';

const serviceSecret = new Secret('service secret of the billing tests');
const known = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZZ';
const unknown = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZY';
const [organization, missing, deleted] = ['X', 'Y', 'Z'].map(
  (end) => `org_01J9ZZZZZZZZZZZZZZZZZZZZZ${end}`,
) as [string, string, string];
const refuse = unaryHandler(() => Promise.reject(new AppError('unauthenticated')));
const implementation: AuthServiceServer = {
  authenticateKey: refuse,
  authenticateSession: refuse,
  countUsers: refuse,
  getContact: unaryHandler(async ({ userId }) => {
    if (userId !== known) throw new AppError('not_found');
    return { email: 'ada@example.com', name: 'Ada' };
  }),
};

describe('users as auth knows them', () => {
  let auth: GrpcPart;
  let client: AuthServiceClient;
  beforeAll(async () => {
    auth = createGrpcPart({
      name: 'auth',
      host: '127.0.0.1',
      port: 0,
      services: [{ definition: AuthServiceService, implementation }],
      serviceSecret,
      logger: silentLogger,
      metrics: createMetrics('fake-auth'),
    });
    await auth.start?.();
    const address = `127.0.0.1:${auth.address().port}`;
    client = createGrpcClient(AuthServiceClient, { address, serviceSecret, logger: silentLogger });
  });
  afterAll(async () => {
    client.close();
    await auth.stop?.();
  });

  it('have an address, or are not found', async () => {
    const contacts = createAuthContacts(client);
    expect(await contacts.getContact(known, 'req_1')).toEqual({
      email: 'ada@example.com',
      name: 'Ada',
    });
    await expect(contacts.getContact(unknown, 'req_1')).rejects.toMatchObject({ status: 404 });
  });

  it('own wallets, as organizations do that are not deleted', async () => {
    const getOrganization = async (orgId: string): Promise<KnownOrganization> => {
      if (orgId === missing) throw new AppError('not_found');
      return { name: 'Acme', isDeleted: orgId !== organization, hasLocalCurrency: false };
    };
    const contacts = createAuthContacts(client);
    const check = createCheckWalletOwner({ contacts, organizations: { getOrganization } });
    await expect(check(known, 'req_1')).resolves.toBeUndefined();
    await expect(check(unknown, 'req_1')).rejects.toMatchObject({ status: 404 });
    await expect(check(organization, 'req_1')).resolves.toBeUndefined();
    for (const walletId of [missing, deleted, 'org_1']) {
      await expect(check(walletId, 'req_1')).rejects.toMatchObject({ status: 404 });
    }
  });

  it('are not denied to exist while auth is away', async () => {
    await auth.stop?.();
    await expect(createAuthContacts(client).getContact(unknown, 'req_1')).rejects.toMatchObject({
      reason: 'overloaded',
      status: 503,
      retryAfterSeconds: 1,
    });
  });
});
