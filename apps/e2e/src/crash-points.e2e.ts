import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashPoints, type CrashPoint } from '@tollgate/lifecycle';
import { waitUntil } from '@tollgate/testing';
import { openAccounts, type Account } from '../test/support/accounts';
import { startGateway } from '../test/support/gateway';
import { startLoad, type CallRecord } from '../test/support/load';
import { allGood, judge, waitForRest } from '../test/support/oracle';
import { watchUpstream } from '../test/support/upstream-log';

const readyMs = 30_000;
const testTimeoutMs = 120_000;
const directory = mkdtempSync(join(tmpdir(), 'crash-points-'));

let gateway: Awaited<ReturnType<typeof startGateway>>;
let accounts: Account[];
/** Of the points before. */
const earlier: CallRecord[] = [];

beforeAll(async () => {
  mkdirSync(directory, { recursive: true });
  gateway = await startGateway({ environment: { CRASH_POINT_DIR: directory } });
  accounts = await openAccounts(gateway, 10);
}, testTimeoutMs);
afterAll(async () => {
  await gateway?.end();
  rmSync(directory, { recursive: true, force: true });
});

/** The service dies at the point, and its successor is up. */
async function dieAt(point: CrashPoint): Promise<void> {
  const part = point.split('.')[0] ?? '';
  const before = gateway.credentials().pids[part];
  writeFileSync(join(directory, point), '');
  await waitUntil(() => gateway.credentials().pids[part] !== before, {
    timeoutMs: readyMs,
    what: `the end of ${part} at ${point}`,
  });
}

describe('a service that dies between two effects', () => {
  it.each(crashPoints)(
    'at %s: what clients were told is in the book once, and nothing else is',
    async (point) => {
      const upstream = await watchUpstream(gateway);
      const load = startLoad(gateway, { accounts, parallel: 8 });
      await load.waitForCalls(10);
      await dieAt(point);
      await load.waitForAnswer(readyMs);
      await load.waitForCalls(20);
      const records = await load.stop();
      const { answered: upstreamAnswered } = await upstream.stop();
      await waitForRest(gateway, accounts, records);
      const evidence = { records, upstreamAnswered, earlier: [...earlier] };
      earlier.push(...records);
      // Among other things the verdict is the one of `npm run ledger:verify`.
      expect(await judge(gateway, accounts, evidence)).toEqual(allGood);
      expect(records.some(({ outcome }) => outcome === 'answered')).toBe(true);
    },
    testTimeoutMs,
  );
});
