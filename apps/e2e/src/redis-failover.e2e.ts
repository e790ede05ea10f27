import { describeInFullRun, startRedisSentinels, type RedisSentinels } from '@tollgate/testing';
import { startGateway } from '../test/support/gateway';
import { patientEnvironment as environment } from '../test/support/judge-fault';
import { judgeLostWrites, judgePoorWallets, judgeRates } from '../test/support/redis-faults';

const testTimeoutMs = 600_000;

describeInFullRun('Redis with a replica and Sentinel', () => {
  let servers: RedisSentinels | undefined;
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  const start = async () => {
    servers = await startRedisSentinels();
    gateway = await startGateway({ environment: { ...environment, REDIS_URL: servers.url } });
    return { servers, gateway };
  };
  afterEach(async () => {
    await gateway?.end();
    await servers?.stop();
    [gateway, servers] = [undefined, undefined];
  });

  it(
    'fails over with the loss of writes: no call is lost, charged twice or left on hold',
    async () => {
      const stack = await start();
      const { pids } = stack.gateway.credentials();
      await judgeLostWrites(stack.gateway, stack.servers);
      expect(stack.gateway.credentials().pids).toEqual(pids);
    },
    testTimeoutMs,
  );

  it(
    'spends no wallet beyond its credit, though the last charges were not replicated',
    async () => {
      const stack = await start();
      await judgePoorWallets(stack.gateway, stack.servers);
    },
    testTimeoutMs,
  );

  it(
    'goes on to limit calls per minute from what was counted before',
    async () => {
      const stack = await start();
      await judgeRates(stack.gateway, stack.servers);
    },
    testTimeoutMs,
  );
});
