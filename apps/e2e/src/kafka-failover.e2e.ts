import { topics } from '@tollgate/contracts';
import { isFullRun, startKafkaCluster, type KafkaCluster } from '@tollgate/testing';
import { startGateway } from '../test/support/gateway';
import { judgeFault, patientEnvironment as environment } from '../test/support/judge-fault';

const parallel = 6;
const callsPerStep = 60;
const setupTimeoutMs = 600_000;
const testTimeoutMs = 900_000;

// The test runner names its own broker where this machine can run Kafka. The network between
// brokers needs addresses of loopback that only Linux has.
const canRun =
  isFullRun() && process.env['TEST_KAFKA_BROKERS'] !== undefined && process.platform === 'linux';

(canRun ? describe : describe.skip)('Kafka with three brokers, TLS and SASL', () => {
  let cluster: KafkaCluster | undefined;
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  beforeAll(async () => {
    cluster = await startKafkaCluster();
    gateway = await startGateway({ environment: { ...environment, ...cluster.environment } });
  }, setupTimeoutMs);
  afterAll(async () => {
    await gateway?.end();
    await cluster?.stop();
  });

  it(
    'loses a broker, then another to a partition: no call is lost or charged twice',
    async () => {
      if (cluster === undefined || gateway === undefined) throw new Error('nothing was started');
      const { cut, findLeader, heal, kill, restart, waitForCopies, waitUntilOut } = cluster;
      const { records } = await judgeFault(gateway, {
        name: 'kafka failover',
        parallel,
        happen: async (load, begin) => {
          await load.waitForCalls(callsPerStep);
          await waitForCopies(3);
          const killed = await findLeader(topics.usage);
          begin();
          await kill(killed);
          await load.waitForCalls(callsPerStep);
          await restart(killed);
          await waitForCopies(3);

          const lonely = await findLeader(topics.usage);
          cut(lonely);
          await waitUntilOut(lonely);
          // It runs and still takes itself for the leader, unlike a broker that was stopped.
          expect(await findLeader(topics.usage, lonely)).toBe(lonely);
          await load.waitForCalls(callsPerStep);
          heal(lonely);
          await waitForCopies(3);
          await load.waitForCalls(callsPerStep);
        },
      });
      expect(records.filter(({ outcome }) => outcome !== 'answered')).toEqual([]);
    },
    testTimeoutMs,
  );
});
