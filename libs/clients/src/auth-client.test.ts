import { Secret } from '@tollgate/config';
import { AuthServiceService, type AuthServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { anonymousIdentity, encodeEndedKey } from '@tollgate/identity';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';
import { createAuthClient, type AuthClient } from './auth-client';

const credential = { secret: new Secret('service secret of the client tests') };
const known = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZZ';
const unknown = 'user_01J9ZZZZZZZZZZZZZZZZZZZZZY';
const deletedKey = {
  identity: { ...anonymousIdentity, kind: 'standard_key', userId: known, keyId: 'key_1' },
  reason: 'deleted',
  endedAtMs: 1_000,
} as const;
const implementation: AuthServiceServer = {
  authenticateKey: unaryHandler(async ({ keyHash, withEnded }) => {
    if (keyHash === 'broken') throw new AppError('internal');
    if (keyHash === 'deleted' && withEnded) {
      return { caller: undefined, ended: encodeEndedKey(deletedKey) };
    }
    throw new AppError('unauthenticated');
  }),
  authenticateSession: unaryHandler(() => Promise.reject(new AppError('unauthenticated'))),
  createSignInToken: unaryHandler(async ({ userId }) => ({
    token: `token of ${userId}`,
    expiresAtMs: 1n,
  })),
  countUsers: unaryHandler(async () => ({
    total: 3n,
    verified: 2n,
    suspended: 1n,
    createdLastDay: 0n,
  })),
  getContact: unaryHandler(async ({ userId }) => {
    if (userId !== known) throw new AppError('not_found');
    return { email: 'ada@example.com', name: 'Ada', isSuspended: true };
  }),
};

describe('the auth client', () => {
  let auth: GrpcPart;
  let client: AuthClient;
  beforeAll(async () => {
    auth = createGrpcPart({
      name: 'auth',
      host: '127.0.0.1',
      port: 0,
      services: [{ definition: AuthServiceService, implementation }],
      credential,
      logger: silentLogger,
      metrics: createMetrics('fake-auth'),
    });
    await auth.start?.();
    const address = `127.0.0.1:${auth.address().port}`;
    client = createAuthClient({ address, credential, logger: silentLogger });
  });
  afterAll(async () => {
    client.close();
    await auth.stop?.();
  });

  it('finds the contact of a user, or throws not_found', async () => {
    expect(await client.getContact(known, 'req_1')).toEqual({
      email: 'ada@example.com',
      name: 'Ada',
      isSuspended: true,
    });
    await expect(client.getContact(unknown, 'req_1')).rejects.toMatchObject({ status: 404 });
  });

  it('answers undefined for a credential that auth refuses', async () => {
    expect(await client.authenticateKey('unknown', 'req_1')).toBeUndefined();
    expect(await client.authenticateSession('ended', 'req_1')).toBeUndefined();
  });

  it('returns a key that has ended, with the reason', async () => {
    expect(await client.authenticateKey('deleted', 'req_1')).toEqual(deletedKey);
  });

  it('throws overloaded when auth fails: the credential may be valid', async () => {
    await expect(client.authenticateKey('broken', 'req_1')).rejects.toMatchObject({
      reason: 'overloaded',
    });
  });

  it('returns the token of a sign-in link', async () => {
    expect(await client.createSignInToken('user_1')).toBe('token of user_1');
  });

  it('counts users as numbers', async () => {
    const counts = { total: 3, verified: 2, suspended: 1, createdLastDay: 0 };
    expect(await client.countUsers('req_1')).toEqual(counts);
  });

  it('throws overloaded, not not_found, while auth is away', async () => {
    await auth.stop?.();
    await expect(client.getContact(unknown, 'req_1')).rejects.toMatchObject({
      reason: 'overloaded',
      status: 503,
      retryAfterSeconds: 1,
    });
  });
});
