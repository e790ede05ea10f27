import { describeInFullRun, startRedisSentinels, type RedisSentinels } from '@tollgate/testing';
import { readCredits } from '../test/support/accounts';
import { startGateway } from '../test/support/gateway';
import { judgeFault, patientEnvironment as environment } from '../test/support/judge-fault';

const parallel = 8;
const callsBefore = 60;
/** Their holds and charges are on the master only. */
const callsLost = 24;
const callsAfter = 60;
const answerTimeoutMs = 120_000;
const testTimeoutMs = 600_000;

describeInFullRun('Redis with a replica and Sentinel', () => {
  let servers: RedisSentinels | undefined;
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  afterAll(async () => {
    await gateway?.end();
    await servers?.stop();
  });

  it(
    'fails over with the loss of writes: no call is lost, charged twice or left on hold',
    async () => {
      servers = await startRedisSentinels();
      gateway = await startGateway({ environment: { ...environment, REDIS_URL: servers.url } });
      const { pids } = gateway.credentials();
      const { cutReplica, failOver } = servers;
      const { accounts } = await judgeFault(gateway, {
        name: 'redis failover',
        parallel,
        happen: async (load, begin) => {
          await load.waitForCalls(callsBefore);
          await cutReplica();
          await load.waitForCalls(callsLost);
          begin();
          await failOver();
          await load.waitForAnswer(answerTimeoutMs);
          await load.waitForCalls(callsAfter);
        },
      });
      expect(gateway.credentials().pids).toEqual(pids);
      for (const { key } of accounts) {
        expect((await readCredits(gateway, key)).available).toBeGreaterThanOrEqual(0n);
      }
    },
    testTimeoutMs,
  );
});
