import { withClient } from '@tollgate/embedded';
import { describeInFullRun, startPostgresPair, type PostgresPair } from '@tollgate/testing';
import { startGateway } from '../test/support/gateway';
import { judgeFault, patientEnvironment as environment } from '../test/support/judge-fault';

const parallel = 8;
const callsBefore = 60;
const callsAfter = 60;
const answerTimeoutMs = 120_000;
const testTimeoutMs = 600_000;

describeInFullRun('PostgreSQL with a synchronous standby', () => {
  let pair: PostgresPair | undefined;
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  afterAll(async () => {
    await gateway?.end();
    await pair?.stop();
  });

  it(
    'fails over in the middle of posting: no call is lost or charged twice, no service restarts',
    async () => {
      pair = await startPostgresPair();
      const url = `${pair.url}?target_session_attrs=read-write`;
      gateway = await startGateway({ environment: { ...environment, DATABASE_URL: url } });
      const { pids } = gateway.credentials();
      const { killPrimary, promote } = pair;
      await judgeFault(gateway, {
        name: 'postgres failover',
        parallel,
        happen: async (load, begin) => {
          await load.waitForCalls(callsBefore);
          begin();
          await killPrimary();
          // Calls go on for a while without a database, so that their records pile up.
          await load.waitForCalls(parallel * 2);
          await promote();
          await load.waitForAnswer(answerTimeoutMs);
          await load.waitForCalls(callsAfter);
        },
      });
      expect(gateway.credentials().pids).toEqual(pids);
      const isStandby = withClient(pair.standbyUrl, (client) =>
        client.query('SELECT pg_is_in_recovery() AS standby'),
      );
      expect((await isStandby).rows).toEqual([{ standby: false }]);
    },
    testTimeoutMs,
  );
});
