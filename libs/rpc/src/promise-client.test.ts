import { AuthServiceClient, AuthServiceService, type AuthServiceServer } from '@tollgate/contracts';
import { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, createPromiseClient, LocalServices, unaryHandler } from './index';
import type { GrpcPart } from './index';

const credential = { secret: new Secret('the service credential of the tests') };
const deadlinesMs = { authenticateKey: 1_000 };

const seen: { requestIds: string[]; aborted: number } = { requestIds: [], aborted: 0 };
const never = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      seen.aborted += 1;
      resolve();
    });
  });
const refuse = unaryHandler<unknown, never>(() => Promise.reject(new AppError('not_found')));
const implementation: AuthServiceServer = {
  authenticateKey: unaryHandler(async ({ keyHash }, { requestId, signal }) => {
    seen.requestIds.push(requestId);
    if (keyHash === 'refused') {
      throw new AppError('spend_limit_exceeded', {
        metadata: { limit: 25n },
        retryAfterSeconds: 7,
      });
    }
    if (keyHash === 'broken') throw new TypeError('secret inside');
    if (keyHash === 'slow') await never(signal);
    if (keyHash === 'late') await new Promise((resolve) => setTimeout(resolve, 50));
    return { caller: undefined };
  }),
  authenticateSession: refuse,
  createSignInToken: refuse,
  countUsers: refuse,
  getContact: refuse,
};

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** The same for a neighbour in another process and for one in this process. */
describe.each(['over a connection', 'within one process'])('a client %s', (how) => {
  const isLocal = how === 'within one process';
  let part: GrpcPart;
  let client: ReturnType<typeof connect>;
  const local = new LocalServices();

  function connect(address: string) {
    const options = { address, credential, logger: silentLogger, local };
    return createPromiseClient(AuthServiceClient, options, deadlinesMs);
  }

  beforeAll(async () => {
    part = createGrpcPart({
      name: 'grpc',
      host: '127.0.0.1',
      port: 0,
      services: [{ definition: AuthServiceService, implementation }],
      credential,
      logger: silentLogger,
      metrics: createMetrics('rpc-test'),
    });
    await part.start?.();
    const address = isLocal ? 'local:auth' : `127.0.0.1:${part.address().port}`;
    if (isLocal) local.add(address, part);
    client = connect(address);
  });

  afterAll(async () => {
    client.close();
    await part.stop?.();
  });

  const authenticate = (keyHash: string, more: object = {}): Promise<unknown> =>
    client.authenticateKey({ keyHash }, more);

  it('gets the answer, and passes the request id on', async () => {
    await expect(authenticate('good', { requestId: 'req_7' })).resolves.toEqual({
      caller: undefined,
    });
    expect(seen.requestIds).toContain('req_7');
  });

  it('gets the error that the service threw', async () => {
    await expect(authenticate('refused')).rejects.toMatchObject({
      reason: 'spend_limit_exceeded',
      metadata: { limit: '25' },
      retryAfterSeconds: 7,
    });
  });

  it('sees nothing of an unexpected failure', async () => {
    await expect(authenticate('broken')).rejects.toMatchObject({
      reason: 'internal',
      message: 'Internal error',
    });
  });

  it('gives up at the deadline, and the service stops working on it', async () => {
    const before = seen.aborted;
    await expect(authenticate('slow', { deadlineMs: 100 })).rejects.toMatchObject({
      reason: 'timeout',
      status: 504,
    });
    // The test times out where the handler goes on.
    while (seen.aborted === before) await turn();
    expect(seen.aborted).toBe(before + 1);
  });

  it('can cancel a call', async () => {
    const abort = new AbortController();
    const answer = authenticate('slow', { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await expect(answer).rejects.toMatchObject({ reason: 'internal' });
  });

  it('is refused for a moment while a service is away', async () => {
    const lost = connect(isLocal ? 'local:orgs' : '127.0.0.1:1');
    await expect(lost.authenticateKey({ keyHash: 'good' })).rejects.toMatchObject({
      reason: 'overloaded',
      retryAfterSeconds: 1,
    });
    lost.close();
  });

  // Runs last: it stops the service.
  it('still gets the answer of a service that is stopping, and none after that', async () => {
    const before = seen.requestIds.length;
    const answer = authenticate('late');
    while (seen.requestIds.length === before) await turn();
    await Promise.all([part.stop?.(), expect(answer).resolves.toEqual({ caller: undefined })]);
    await expect(authenticate('good')).rejects.toMatchObject({ reason: 'overloaded' });
  });
});
