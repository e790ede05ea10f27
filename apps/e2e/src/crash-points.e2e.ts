import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashPoints, type CrashPoint } from '@tollgate/lifecycle';
import { waitUntil } from '@tollgate/testing';
import {
  openAccount,
  openAccounts,
  readSettledCredits,
  type Account,
} from '../test/support/accounts';
import { addFreeTier } from '../test/support/add-free-tier';
import { addModel } from '../test/support/add-model';
import { chat } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';
import { startLoad, type CallRecord } from '../test/support/load';
import { allGood, judge, waitForRest } from '../test/support/oracle';
import { verifyLedger } from '../test/support/verify-ledger';
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

/** Those of video have a suite of their own: no text call passes them. */
const pointsOfCalls = crashPoints.filter((point) => !point.startsWith('video.'));

describe('a service that dies between two effects', () => {
  it.each(pointsOfCalls)(
    'at %s: what clients received is in the book once, and nothing else is',
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

describe('a relay that dies in a call that went on from a free model to a paid one', () => {
  const models = ['crash-free/model', 'crash-paid/model'] as const;
  const [failing, paid] = models;

  beforeAll(async () => {
    await addModel(gateway, { id: failing, upstreamModel: 'chat+status=404' });
    await addModel(gateway, { id: paid, upstreamModel: 'chat' });
    await addFreeTier(gateway, failing, { rpm: 1_000, dailyUnits: 1_000 });
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const ask = { bearer: poor.key, body: { model: failing } };
    const isFree = async (): Promise<boolean> => (await chat(gateway, ask)).status === 502;
    await waitUntil(isFree, { timeoutMs: 30_000, what: 'the free tier' });
  }, testTimeoutMs);

  it.each([
    ['before it was recorded', 'relay.admitted', 'nothing'],
    ['after it was recorded', 'relay.recorded', 'its price, once'],
  ] as const)('%s charges what is owed: %s, %s', async (_when, point, _owed) => {
    const account = await openAccount(gateway);
    const dying = dieAt(point);
    const answer = await chat(gateway, {
      bearer: account.key,
      body: { model: failing, models: [paid] },
    }).catch(() => undefined);
    await dying;
    expect(answer?.status).not.toBe(200);
    const { usage } = await readSettledCredits(gateway, account.key, readyMs);
    if (point === 'relay.admitted') expect(usage).toBe(0n);
    else expect(usage).toBeGreaterThan(0n);
    const { exitCode, output } = await verifyLedger(gateway);
    expect([exitCode, output]).toEqual([0, expect.any(String)]);
  });
});
