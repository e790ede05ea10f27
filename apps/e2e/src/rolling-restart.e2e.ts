import { setTimeout as sleep } from 'node:timers/promises';
import { describeInFullRun, waitUntil } from '@tollgate/testing';
import { openAccounts, type Account } from '../test/support/accounts';
import { callApi, type ApiCall } from '../test/support/api-call';
import { stopParts } from '../test/support/crash';
import { startGateway, type Gateway } from '../test/support/gateway';
import { startLoad, type CallRecord, type Load } from '../test/support/load';
import { openOrgDesk } from '../test/support/org-desk';
import {
  allGood,
  judge,
  readRelayGauge,
  readSpoolBytes,
  waitForRest,
} from '../test/support/oracle';
import { findLogLines } from '../test/support/read-log';
import { watchUpstream } from '../test/support/upstream-log';

const services = ['billing', 'auth', 'orgs', 'relay', 'video', 'audit', 'edge'] as const;
const instances = services.flatMap((service) => [service, `${service}-2`]);

const accountCount = 40;
const streamCount = 200;
/** 15 seconds: a stream that begins right before a stop ends within the 27 s of the drain. */
const streamScript = 'tokens=50,chunk_delay_ms=300';
const plainParallel = 4;
const callTimeoutMs = 90_000;
const readPauseMs = 50;
/** An edge that is about to stop gets no more requests from its load balancer. */
const outOfRotationMs = 1_000;
const readyMs = 120_000;
const testTimeoutMs = 1_500_000;

/** A slow machine is not what is tested: no service refuses calls because of it. */
const environment = { SERVICE_INSTANCES: '2', SHED_LOOP_DELAY_MS: '60000' };

/** The edges that a load balancer chooses from. */
interface Rotation {
  readonly gateway: Gateway;
  readonly without: (part: string, run: () => Promise<void>) => Promise<void>;
}

function balance(first: Gateway): Rotation {
  const addresses = new Map([
    ['edge', first.baseUrl],
    ['edge-2', `http://127.0.0.1:${first.portOf('edge-2-http')}`],
  ]);
  let inRotation = [...addresses.values()];
  let next = 0;
  const choose = (): string => {
    next += 1;
    return inRotation[next % inRotation.length] ?? first.baseUrl;
  };
  const gateway = {
    ...first,
    get baseUrl() {
      return choose();
    },
    call: (path: string, call?: ApiCall) => callApi(`${choose()}${path}`, call),
  };
  return {
    gateway,
    without: async (part, run) => {
      inRotation = [...addresses].filter(([name]) => name !== part).map(([, url]) => url);
      if (addresses.has(part)) await sleep(outOfRotationMs);
      await run();
      inRotation = [...addresses.values()];
    },
  };
}

interface Reads {
  readonly stop: () => Promise<{ readonly answered: number; readonly failures: readonly string[] }>;
}

/** Small requests to every service, one after the other. */
function startReads(
  gateway: Gateway,
  paths: readonly ((account: Account) => readonly [string, ApiCall])[],
  accounts: readonly Account[],
): Reads {
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const reading = (async () => {
    for (let count = 0; !isOver; count += 1) {
      const account = accounts[Math.floor(count / paths.length) % accounts.length] as Account;
      const [path, call] = paths[count % paths.length]!(account);
      const at = new Date().toISOString();
      try {
        const answer = await gateway.call(path, call);
        if (answer.status === 200) answered += 1;
        else failures.push(`${at} ${path} ${answer.status} ${answer.text}`);
      } catch (error) {
        failures.push(`${at} ${path} ${String((error as Error).cause ?? error)}`);
      }
      await sleep(readPauseMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await reading;
      return { answered, failures };
    },
  };
}

const describeCall = ({ endedAtMs, id, isStreaming, ...call }: CallRecord): string =>
  `${new Date(endedAtMs).toISOString()} ${id} ${isStreaming ? 'stream' : 'plain'} ` +
  `${call.outcome} ${call.status} retry-after ${call.retryAfter} ${call.reason}`;

const explainedMax = 3;

/** What the services wrote about the first of the failed calls. */
function explain(gateway: Gateway, failed: readonly CallRecord[]): readonly string[] {
  const ids = failed.map(({ reason }) => /"request_id":"(\w+)"/.exec(reason)?.[1] ?? '');
  const some = ids.filter((id) => id !== '').slice(0, explainedMax);
  return some.flatMap((id) => findLogLines(gateway, id));
}

describeInFullRun('two of each service that are restarted in turn', () => {
  let first: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    first = await startGateway({ environment });
  });
  afterAll(() => first?.end());

  async function restart(part: string): Promise<void> {
    await stopParts(first, part);
    const url = `http://127.0.0.1:${first.portOf(`${part}-internal`)}/readyz`;
    const isReady = async (): Promise<boolean> => (await callApi(url)).status === 200;
    await waitUntil(() => isReady().catch(() => false), { timeoutMs: readyMs, what: part });
  }

  it(
    'fail no call, cut no stream, and post every call once',
    async () => {
      const { gateway, without } = balance(first);
      const accounts = await openAccounts(gateway, accountCount);
      const desk = await openOrgDesk(gateway);
      const { cookie } = desk.orgAdmin.account;
      const upstream = await watchUpstream(first);
      const shared = { accounts, timeoutMs: callTimeoutMs };
      const streams = startLoad(gateway, { ...shared, parallel: streamCount, streamScript });
      const plain = startLoad(gateway, { ...shared, parallel: plainParallel });
      const reads = startReads(
        gateway,
        [
          ({ key }) => ['/v1/credits', { bearer: key }],
          (account) => ['/api/account', { cookie: account.cookie }],
          ({ key }) => ['/v1/videos', { bearer: key }],
          () => [`/api/orgs/${desk.orgId}/circuit-breaker`, { cookie }],
          () => [`/api/orgs/${desk.orgId}/audit-log`, { cookie }],
          ({ key }) => ['/v1/models', { bearer: key }],
        ],
        accounts,
      );
      const records: CallRecord[] = [];
      let readOutcome: Awaited<ReturnType<Reads['stop']>>;
      const openHolds = (relay: string): Promise<number> =>
        readRelayGauge(first, relay, 'tollgate_open_holds');
      try {
        await waitUntil(
          async () => (await openHolds('relay')) + (await openHolds('relay-2')) >= streamCount,
          { timeoutMs: readyMs, what: `${streamCount} open streams` },
        );
        for (const relay of ['relay', 'relay-2']) {
          expect(await openHolds(relay)).toBeGreaterThan(streamCount / 4);
        }
        for (const part of instances) {
          await without(part, () => restart(part));
          await plain.waitForCalls(20);
        }
      } finally {
        const loads: readonly Load[] = [streams, plain];
        records.push(...(await Promise.all(loads.map((load) => load.stop()))).flat());
        readOutcome = await reads.stop();
      }
      const { answered: upstreamAnswered } = await upstream.stop();
      const failed = records.filter(({ outcome }) => outcome !== 'answered');
      process.stdout.write(
        `rolling restart: ${records.length} calls, of them ` +
          `${records.filter(({ isStreaming }) => isStreaming).length} streamed, and ` +
          `${readOutcome.answered} reads; failed ${failed.length + readOutcome.failures.length}\n`,
      );
      expect([...failed.map(describeCall), ...explain(first, failed)]).toEqual([]);
      expect(readOutcome.failures).toEqual([]);
      await waitForRest(first, accounts, records);
      const isEmpty = async (): Promise<boolean> => (await readSpoolBytes(first, 'relay-2')) === 0;
      await waitUntil(isEmpty, { timeoutMs: readyMs, what: 'an empty spool' });
      const evidence = { records, upstreamAnswered, earlier: [] };
      expect(await judge(first, accounts, evidence)).toEqual(allGood);
    },
    testTimeoutMs,
  );
});
