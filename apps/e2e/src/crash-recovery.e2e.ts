import { describeWithKafka } from '@tollgate/testing';
import { openAccounts, type Account } from '../test/support/accounts';
import { killParts, stopParts } from '../test/support/crash';
import { startGateway } from '../test/support/gateway';
import { startLoad, type CallRecord, type Load } from '../test/support/load';
import { allGood, judge, waitForRest } from '../test/support/oracle';
import { watchUpstream, type UpstreamLog } from '../test/support/upstream-log';

/** Several accounts, because each may make 200 calls a minute. */
const accountCount = 20;
const parallel = 16;
const callsBefore = 50;
const callsAfter = 150;
/** A part that died is started again within 5 seconds; what it serves goes on 5 seconds later. */
const backMs = 10_000;
/** The services are ready some seconds after they were started, on a busy machine many. */
const readyMs = 30_000;
const testTimeoutMs = 180_000;

interface World {
  readonly gateway: Awaited<ReturnType<typeof startGateway>>;
  readonly accounts: readonly Account[];
  /** Every call so far. */
  readonly earlier: CallRecord[];
  readonly upstreamAnswered: Set<string>;
}

async function createWorld(environment: Readonly<Record<string, string>> = {}): Promise<World> {
  const gateway = await startGateway({ environment });
  const accounts = await openAccounts(gateway, accountCount);
  return { gateway, accounts, earlier: [], upstreamAnswered: new Set() };
}

/** The calls that were not answered, and what is known of those that had reached the provider. */
interface Outcome {
  readonly failed: readonly CallRecord[];
  readonly failedUpstream: readonly string[];
}

/** Load before, during and after a fault; then the book must agree with both logs. */
async function survive(world: World, fault: (load: Load) => Promise<void>): Promise<Outcome> {
  const { gateway, accounts, earlier } = world;
  const upstream: UpstreamLog = await watchUpstream(gateway);
  const load = startLoad(gateway, { accounts, parallel });
  let records: readonly CallRecord[];
  try {
    await load.waitForCalls(callsBefore);
    await fault(load);
    await load.waitForCalls(callsAfter);
  } finally {
    records = await load.stop();
  }
  const { seen, answered: upstreamAnswered } = await upstream.stop();
  for (const id of upstreamAnswered) world.upstreamAnswered.add(id);
  const evidence = { records, upstreamAnswered, earlier: [...earlier] };
  earlier.push(...records);
  await waitForRest(gateway, accounts, records);
  expect(await judge(gateway, accounts, evidence)).toEqual(allGood);
  expect(records.filter(({ outcome }) => outcome === 'answered').length).toBeGreaterThan(100);
  expect(records.length).toBeGreaterThanOrEqual(callsBefore + callsAfter);
  const failed = records.filter(({ outcome }) => outcome !== 'answered');
  return { failed, failedUpstream: failed.filter(({ id }) => seen.has(id)).map(describeCall) };
}

/** Late records changed nothing of what was checked before. */
async function judgeEverything(world: World): Promise<void> {
  const { gateway, accounts, earlier: records, upstreamAnswered } = world;
  const evidence = { records, upstreamAnswered, earlier: [] };
  expect(await judge(gateway, accounts, evidence)).toEqual(allGood);
}

const describeCall = ({ outcome, reason, status }: CallRecord): string =>
  `${outcome} ${status} ${reason}`;

describe('a part that is killed under load, with the event log in Postgres', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world?.gateway.end());

  it(
    'the relay, twice: its calls break, and what was answered is charged once',
    async () => {
      const { failed } = await survive(world, async (load) => {
        for (let time = 0; time < 2; time += 1) {
          await killParts(world.gateway, 'relay');
          await load.waitForAnswer(readyMs);
        }
      });
      // The fault was felt: otherwise nothing was proven.
      expect(failed.length).toBeGreaterThan(0);
    },
    testTimeoutMs,
  );

  it(
    'billing: calls go on without it, and are posted when it is back',
    async () => {
      const { failed } = await survive(world, async (load) => {
        await killParts(world.gateway, 'billing');
        await load.waitForAnswer(readyMs);
      });
      expect(failed.map(describeCall)).toEqual([]);
    },
    testTimeoutMs,
  );

  it(
    'the relay and billing together',
    async () => {
      await survive(world, async (load) => {
        await killParts(world.gateway, 'relay', 'billing');
        await load.waitForAnswer(readyMs);
      });
    },
    testTimeoutMs,
  );

  it(
    'Redis, back with nothing in it: calls go on within ten seconds',
    async () => {
      await survive(world, async (load) => {
        const killedAtMs = Date.now();
        await killParts(world.gateway, 'redis');
        await load.waitForAnswer(backMs - (Date.now() - killedAtMs));
      });
    },
    testTimeoutMs,
  );

  it(
    'Postgres, with the book and the event log in it',
    async () => {
      await survive(world, async (load) => {
        await killParts(world.gateway, 'postgres');
        await load.waitForAnswer(readyMs);
      });
    },
    testTimeoutMs,
  );

  it('and after all of them the book is still right', () => judgeEverything(world), testTimeoutMs);
});

describe('a part that is restarted in order under load', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world?.gateway.end());

  /**
   * There is one relay here, so between the last moment of the old and the first of the new one
   * no process can answer. What must hold: no call that the old one accepted is lost, and the
   * others get 503 with a retry time, which every SDK follows by itself.
   */
  it(
    'the relay: every call is answered, or gets 503 with a retry time',
    async () => {
      const { failed, failedUpstream } = await survive(world, async (load) => {
        await stopParts(world.gateway, 'relay');
        await load.waitForAnswer(readyMs);
      });
      expect(failed.filter(({ status }) => status !== 503).map(describeCall)).toEqual([]);
      expect(failed.filter(({ retryAfter }) => retryAfter !== '1').map(describeCall)).toEqual([]);
      expect(failedUpstream).toEqual([]);
    },
    testTimeoutMs,
  );

  /** Without the edge no process listens: a call may find no server, but none that began is cut. */
  it(
    'the edge: calls under way are answered to their end',
    async () => {
      const { failed, failedUpstream } = await survive(world, async (load) => {
        await stopParts(world.gateway, 'edge');
        await load.waitForAnswer(readyMs);
      });
      const notConnected = /ECONNREFUSED|ECONNRESET|other side closed/;
      expect(failed.filter(({ reason }) => !notConnected.test(reason)).map(describeCall)).toEqual(
        [],
      );
      expect(failedUpstream).toEqual([]);
    },
    testTimeoutMs,
  );
});

describeWithKafka('a part that is killed under load, with the event log in Kafka', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ EVENT_LOG: 'kafka' });
  });
  afterAll(() => world?.gateway.end());

  it(
    'Kafka: no client notices, and no event is lost',
    async () => {
      const { failed } = await survive(world, async (load) => {
        await killParts(world.gateway, 'kafka');
        await load.waitForAnswer(backMs);
      });
      expect(failed.map(describeCall)).toEqual([]);
    },
    testTimeoutMs,
  );

  it(
    'the relay, billing and Kafka together',
    async () => {
      await survive(world, async (load) => {
        await killParts(world.gateway, 'relay', 'billing', 'kafka');
        await load.waitForAnswer(readyMs);
      });
    },
    testTimeoutMs,
  );

  it('and after both the book is still right', () => judgeEverything(world), testTimeoutMs);
});
