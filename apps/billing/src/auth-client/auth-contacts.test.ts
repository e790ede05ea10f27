import { Secret } from '@tollgate/config';
import { AuthServiceClient, AuthServiceService, type AuthServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcClient, createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';
import { createCheckWalletOwner } from '../use-cases/check-wallet-owner';
import { createAuthContacts } from './auth-contacts';

const serviceSecret = new Secret('service secret of the billing tests');
const known = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZZ';
const unknown = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZY';
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

  it('own wallets; an organization owns none yet', async () => {
    const check = createCheckWalletOwner({ contacts: createAuthContacts(client) });
    await expect(check(known, 'req_1')).resolves.toBeUndefined();
    await expect(check(unknown, 'req_1')).rejects.toMatchObject({ status: 404 });
    const organization = known.replace('user', 'org');
    await expect(check(organization, 'req_1')).rejects.toMatchObject({ status: 404 });
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
