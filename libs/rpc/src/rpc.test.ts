import {
  AuthServiceClient,
  AuthServiceService,
  HealthCheckResponse_ServingStatus,
  HealthClient,
  type AuthServiceServer,
} from '@tollgate/contracts';
import { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { describeRequest, makeRequestScope, recordSpans, runInRequest } from '@tollgate/tracing';
import { callUnary, createGrpcClient, createGrpcPart, unaryHandler, type GrpcPart } from './index';

const secret = new Secret('the service credential of the tests');
const metrics = createMetrics('rpc-test');
const seen = { requestIds: [] as string[], aborted: 0, scopes: [] as unknown[] };
const { spans, tracer } = recordSpans();

const implementation: AuthServiceServer = {
  authenticateKey: unaryHandler(async ({ keyHash }, { requestId, signal }) => {
    seen.requestIds.push(requestId);
    seen.scopes.push(describeRequest());
    if (keyHash === 'refused') {
      throw new AppError('spend_limit_exceeded', {
        message: 'cap',
        param: 'limit',
        metadata: { limit: 25n },
        retryAfterSeconds: 7,
      });
    }
    if (keyHash === 'broken') throw new TypeError('secret inside');
    if (keyHash === 'slow') {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          seen.aborted++;
          resolve();
        });
      });
    }
    return { caller: undefined };
  }),
  authenticateSession: unaryHandler(() => {
    throw new AppError('unauthenticated');
  }),
  createSignInToken: unaryHandler(() => Promise.reject(new AppError('forbidden'))),
  countUsers: unaryHandler(() => Promise.reject(new AppError('not_found'))),
  getContact: unaryHandler(() => {
    throw new AppError('not_found');
  }),
};

function makeClient(address: string, sent = secret): AuthServiceClient {
  return createGrpcClient(AuthServiceClient, {
    address,
    credential: { secret: sent },
    logger: silentLogger,
  });
}

async function fail(promise: Promise<unknown>): Promise<AppError> {
  const error: unknown = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe('a gRPC server and its client', () => {
  let part: GrpcPart;
  let address: string;
  let client: AuthServiceClient;

  beforeAll(async () => {
    part = createGrpcPart({
      name: 'grpc',
      host: '127.0.0.1',
      port: 0,
      services: [{ definition: AuthServiceService, implementation }],
      credential: { secret },
      logger: silentLogger,
      metrics,
      tracer,
    });
    await part.start?.();
    address = `127.0.0.1:${part.address().port}`;
    client = makeClient(address);
  });

  afterAll(async () => {
    client.close();
    await part.stop?.();
  });

  function authenticate(keyHash: string, deadlineMs = 2_000): Promise<unknown> {
    return callUnary(
      client.authenticateKey.bind(client),
      { keyHash },
      { deadlineMs, requestId: 'req_7' },
    );
  }

  it('pass the answer and the request id', async () => {
    await expect(authenticate('good')).resolves.toEqual({ caller: undefined });
    expect(seen.requestIds).toContain('req_7');
  });

  it('pass the id and the trace of the request that makes the call', async () => {
    const span = tracer.startTrace('POST', undefined, false);
    const call = () =>
      callUnary(client.authenticateKey.bind(client), { keyHash: '' }, { deadlineMs: 2_000 });
    await runInRequest(makeRequestScope('req_8', span), call);
    expect(seen.scopes.at(-1)).toEqual({ requestId: 'req_8', traceId: span.traceId });
    expect(spans).toMatchObject([
      { name: 'POST' },
      {
        ...{ name: 'tollgate.auth.v1.AuthService/AuthenticateKey', kind: 'server', parent: 1 },
        ...{ isEnded: true, failure: undefined },
      },
    ]);
  });

  it('carry an AppError over with all its fields', async () => {
    const error = await fail(authenticate('refused'));
    expect(error).toMatchObject({
      reason: 'spend_limit_exceeded',
      status: 402,
      message: 'cap',
      param: 'limit',
      metadata: { limit: '25' },
      retryAfterSeconds: 7,
    });
  });

  it('show nothing of an unexpected failure', async () => {
    const error = await fail(authenticate('broken'));
    expect(error).toMatchObject({ reason: 'internal', message: 'Internal error' });
  });

  it('turn a synchronous throw into the same error', async () => {
    const call = client.authenticateSession.bind(client);
    const error = await fail(callUnary(call, { tokenHash: 'x' }, { deadlineMs: 2_000 }));
    expect(error.reason).toBe('unauthenticated');
  });

  it('end a call at its deadline, and abort the handler', async () => {
    const error = await fail(authenticate('slow', 100));
    expect(error).toMatchObject({ reason: 'timeout', status: 504 });
    // The test times out where the handler goes on.
    while (seen.aborted === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen.aborted).toBe(1);
  });

  /** Blocks both sides for longer than the deadline, as a machine does that stands still. */
  async function callDuringStall(isRead: boolean): Promise<unknown> {
    const call = client.authenticateKey.bind(client);
    await callUnary(call, { keyHash: 'good' }, { deadlineMs: 5_000 });
    const answer = callUnary(call, { keyHash: 'good' }, { deadlineMs: 200, isRead });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    return answer;
  }

  it('repeat a read whose deadline passed because the process stood still', async () => {
    expect(await callDuringStall(true)).toEqual({ caller: undefined });
  });

  it('do not repeat a write after such a stall', async () => {
    expect(await fail(callDuringStall(false))).toMatchObject({ status: 504 });
  });

  it('do not repeat a read of a slow server', async () => {
    const call = client.authenticateKey.bind(client);
    const options = { deadlineMs: 100, requestId: 'req_slow', isRead: true };
    await fail(callUnary(call, { keyHash: 'slow' }, options));
    expect(seen.requestIds.filter((id) => id === 'req_slow')).toHaveLength(1);
  });

  it('refuse a caller without the service credential, and never as a 401', async () => {
    const stranger = makeClient(address, new Secret('some other credential'));
    const call = stranger.authenticateKey.bind(stranger);
    const error = await fail(callUnary(call, { keyHash: 'good' }, { deadlineMs: 2_000 }));
    expect(error.reason).toBe('internal');
    stranger.close();
  });

  it('answer health checks of probes that have no credential', async () => {
    const probe = createGrpcClient(HealthClient, {
      address,
      credential: { secret: new Secret('') },
      logger: silentLogger,
    });
    await expect(
      callUnary(probe.check.bind(probe), { service: '' }, { deadlineMs: 2_000 }),
    ).resolves.toEqual({ status: HealthCheckResponse_ServingStatus.SERVING });
    probe.close();
  });

  it('count calls by method and status', async () => {
    const { text } = await metrics.render();
    expect(text).toContain(
      'rpc_server_duration_seconds_count{service="rpc-test",method="/tollgate.auth.v1.AuthService/AuthenticateKey",status="OK"}',
    );
  });

  it('fail as overloaded at once when the server is away', async () => {
    const lost = makeClient('127.0.0.1:1');
    const call = lost.authenticateKey.bind(lost);
    const error = await fail(callUnary(call, { keyHash: 'x' }, { deadlineMs: 2_000 }));
    expect(error).toMatchObject({ reason: 'overloaded', status: 503, retryAfterSeconds: 1 });
    lost.close();
  });
});
