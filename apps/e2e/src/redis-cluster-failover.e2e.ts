import { describeInFullRun, startRedisCluster, type RedisCluster } from '@tollgate/testing';
import { startGateway } from '../test/support/gateway';
import { patientEnvironment as environment } from '../test/support/judge-fault';
import {
  judgeLostWrites,
  judgePoorWallets,
  judgeRates,
  type RedisFault,
} from '../test/support/redis-faults';

const testTimeoutMs = 600_000;

describeInFullRun('Redis Cluster with a replica of each master', () => {
  let servers: RedisCluster | undefined;
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  const start = async () => {
    servers = await startRedisCluster();
    gateway = await startGateway({ environment: { ...environment, REDIS_URL: servers.url } });
    return { servers, gateway, fault: makeFault(servers) };
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
      const accounts = await judgeLostWrites(stack.gateway, stack.fault);
      expect(stack.gateway.credentials().pids).toEqual(pids);
      const shards = accounts.map(({ userId }) => stack.servers.findShard(userId));
      expect(new Set(await Promise.all(shards)).size).toBeGreaterThan(1);
    },
    testTimeoutMs,
  );

  it(
    'spends no wallet beyond its credit, though the last charges were not replicated',
    async () => {
      const stack = await start();
      await judgePoorWallets(stack.gateway, stack.fault);
    },
    testTimeoutMs,
  );

  it(
    'goes on to limit calls per minute from what was counted before',
    async () => {
      const stack = await start();
      await judgeRates(stack.gateway, stack.fault);
    },
    testTimeoutMs,
  );
});

/** To the shard that has the wallet and the rates of a user. */
function makeFault({ cutReplica, failOver, findShard }: RedisCluster): RedisFault {
  return {
    cutReplica: async (userId) => cutReplica(await findShard(userId)),
    failOver: async (userId) => failOver(await findShard(userId)),
  };
}
