import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceError } from '@grpc/grpc-js';
import { Certificates, Secret, type ServiceCredential } from '@tollgate/config';
import { AuthServiceClient, AuthServiceService, type AuthServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { makeAuthority, makeCertificate, type TestAuthority } from '@tollgate/testing';
import { callUnary, createGrpcClient, createGrpcPart, unaryHandler, type GrpcPart } from './index';

const secret = new Secret('the credential of the services here');
const directory = mkdtempSync(join(tmpdir(), 'tollgate-tls-'));
const authority = makeAuthority('the authority of these services');
const stops: (() => unknown)[] = [];

const forbidden = unaryHandler(() => Promise.reject(new AppError('forbidden')));
const implementation: AuthServiceServer = {
  authenticateKey: unaryHandler(async () => ({ caller: undefined })),
  authenticateSession: forbidden,
  createSignInToken: forbidden,
  countUsers: forbidden,
  getContact: forbidden,
};

afterEach(async () => {
  jest.useRealTimers();
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The files of a service, and what it makes of them. */
function writeCertificate(name: string, signer: TestAuthority = authority): Certificates {
  const { cert, key } = makeCertificate([name, `${name}.inner`, '127.0.0.1'], signer);
  const files = {
    certFile: join(directory, `${name}.crt`),
    keyFile: join(directory, `${name}.key`),
    caFile: join(directory, `${name}-authority.crt`),
  };
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  writeFileSync(files.caFile, signer.cert);
  return new Certificates(files);
}

async function startAuth(credential: ServiceCredential): Promise<GrpcPart> {
  const part = createGrpcPart({
    name: 'grpc',
    host: '127.0.0.1',
    port: 0,
    services: [{ definition: AuthServiceService, implementation, callers: ['edge'] }],
    credential,
    logger: silentLogger,
    metrics: createMetrics('auth'),
  });
  await part.start?.();
  stops.push(() => part.stop?.());
  return part;
}

/** One call on a connection of its own: 'ok', or why it failed. */
async function call(part: GrpcPart, credential: ServiceCredential): Promise<string> {
  const address = `127.0.0.1:${part.address().port}`;
  const client = createGrpcClient(AuthServiceClient, { address, credential, logger: silentLogger });
  stops.push(() => client.close());
  try {
    const method = client.authenticateKey.bind(client);
    await callUnary(method, { keyHash: 'x' }, { deadlineMs: 5_000 });
    return 'ok';
  } catch (error) {
    const { cause, reason } = error as AppError;
    return (cause as Partial<ServiceError> | undefined)?.details ?? reason;
  }
}

describe('a gRPC server with certificates', () => {
  it('answers the services that may call it, and no other', async () => {
    const part = await startAuth({ secret, certificates: writeCertificate('auth') });
    expect(await call(part, { secret, certificates: writeCertificate('edge') })).toBe('ok');
    const video = { secret, certificates: writeCertificate('video') };
    expect(await call(part, video)).toBe('this service may not call it');
  });

  it('does not answer without a certificate, or with one of another authority', async () => {
    const part = await startAuth({ secret, certificates: writeCertificate('auth') });
    expect(await call(part, { secret })).not.toBe('ok');
    const foreign = writeCertificate('edge', makeAuthority('another authority'));
    expect(await call(part, { secret, certificates: foreign })).not.toBe('ok');
  });

  it('wants the credential too', async () => {
    const part = await startAuth({ secret, certificates: writeCertificate('auth') });
    const wrong = new Secret('the credential of other services');
    const edge = { secret: wrong, certificates: writeCertificate('edge') };
    expect(await call(part, edge)).toBe('service credential required');
  });

  it('is not believed by a client of another authority', async () => {
    const foreign = writeCertificate('auth', makeAuthority('another authority'));
    const part = await startAuth({ secret, certificates: foreign });
    const edge = { secret, certificates: writeCertificate('edge') };
    expect(await call(part, edge)).not.toBe('ok');
  });

  it('uses new certificates without a restart', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout'] });
    const part = await startAuth({ secret, certificates: writeCertificate('auth') });
    const next = makeAuthority('the next authority');
    const edge = { secret, certificates: writeCertificate('edge', next) };
    expect(await call(part, edge)).not.toBe('ok');
    writeCertificate('auth', next);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await call(part, edge)).toBe('ok');
  });
});

describe('a secret that is being replaced', () => {
  it('is accepted beside the other one, on both sides of the exchange', async () => {
    const other = new Secret('the credential that comes next, here');
    const [before, after] = [
      { secret, otherSecret: other },
      { secret: other, otherSecret: secret },
    ];
    for (const server of [before, after]) {
      const part = await startAuth(server);
      expect([await call(part, before), await call(part, after)]).toEqual(['ok', 'ok']);
    }
    const done = await startAuth({ secret: other });
    expect(await call(done, before)).toBe('service credential required');
  });
});
