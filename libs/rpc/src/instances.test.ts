import { AuthServiceClient, AuthServiceService, type AuthServiceServer } from '@tollgate/contracts';
import { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, createPromiseClient, unaryHandler, type GrpcPart } from './index';

const credential = { secret: new Secret('the service credential of the tests') };
/** On a machine that stands still a call may take long; what counts here is that it is answered. */
const deadlinesMs = { authenticateKey: 30_000 };

/** One of several instances of a service. */
interface Instance {
  part: GrpcPart;
  calls: number;
  restart(): Promise<void>;
}

async function startInstance(): Promise<Instance> {
  const refuse = unaryHandler<unknown, never>(() => Promise.reject(new AppError('not_found')));
  const implementation: AuthServiceServer = {
    authenticateKey: unaryHandler(async () => {
      instance.calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { caller: undefined };
    }),
    authenticateSession: refuse,
    createSignInToken: refuse,
    countUsers: refuse,
    getContact: refuse,
  };
  const create = (port: number): GrpcPart =>
    createGrpcPart({
      name: 'grpc',
      host: '127.0.0.1',
      port,
      services: [{ definition: AuthServiceService, implementation }],
      credential,
      logger: silentLogger,
      metrics: createMetrics('rpc-test'),
    });
  const instance: Instance = {
    part: create(0),
    calls: 0,
    restart: async () => {
      const { port } = instance.part.address();
      await instance.part.stop?.();
      instance.part = create(port);
      await instance.part.start?.();
    },
  };
  await instance.part.start?.();
  return instance;
}

describe('a client of two instances', () => {
  let instances: readonly Instance[] = [];
  let client: ReturnType<typeof connect>;

  function connect() {
    const ports = instances.map(({ part }) => `127.0.0.1:${part.address().port}`);
    const options = { address: `ipv4:${ports.join()}`, credential, logger: silentLogger };
    return createPromiseClient(AuthServiceClient, options, deadlinesMs);
  }

  beforeEach(async () => {
    instances = [await startInstance(), await startInstance()];
    client = connect();
  });
  afterEach(async () => {
    client.close();
    await Promise.all(instances.map(async ({ part }) => part.stop?.()));
  });

  const call = (): Promise<unknown> => client.authenticateKey({ keyHash: 'any' });

  /** Calls without end while something happens; resolves to the failures. */
  async function callDuring(happening: () => Promise<void>): Promise<readonly unknown[]> {
    const failures: unknown[] = [];
    let isOver = false;
    const workers = Array.from({ length: 16 }, async () => {
      while (!isOver) await call().catch((error: unknown) => failures.push(error));
    });
    await happening().finally(() => (isOver = true));
    await Promise.all(workers);
    return failures;
  }

  const waitForCalls = async (count: number): Promise<void> => {
    const total = (): number => instances.reduce((sum, { calls }) => sum + calls, 0);
    const wanted = total() + count;
    while (total() < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('spreads its calls over both', async () => {
    const failures = await callDuring(async () => {
      while (instances.some(({ calls }) => calls < 50)) await waitForCalls(10);
    });
    expect(failures).toEqual([]);
  });

  it('fails no call while each is restarted in turn', async () => {
    const failures = await callDuring(async () => {
      for (let round = 0; round < 3; round++) {
        for (const instance of instances) {
          await waitForCalls(100);
          await instance.restart();
          const before = instance.calls;
          while (instance.calls === before) await waitForCalls(10);
        }
      }
    });
    expect(failures).toEqual([]);
  }, 120_000);
});
