import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tollgate/testing';
import {
  createKey,
  openAccount,
  openAccounts,
  readCredits,
  readSettledCredits,
  type Account,
} from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { chat, type ChatAnswer } from '../test/support/chat';
import { killParts } from '../test/support/crash';
import { startGateway } from '../test/support/gateway';
import { startLoad, type CallRecord } from '../test/support/load';
import {
  allGood,
  judge,
  readRelayGauge,
  readSpoolBytes,
  waitForRest,
} from '../test/support/oracle';
import { openOrgDesk, waitForEntries } from '../test/support/org-desk';
import { openSlowly, type HeardStream } from '../test/support/slow-client';
import { untilAvailable } from '../test/support/until-available';
import { watchUpstream } from '../test/support/upstream-log';

const relays = ['relay', 'relay-2'] as const;
const minuteMs = 60_000;
const patience = { timeoutMs: 60_000 };
const testTimeoutMs = 180_000;

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  const shape = { SHAPE: 'together', GATEWAY_PROCESSES: '2' };
  gateway = await startGateway({ environment: { ...shape, RATE_LIMIT_FUNDED: '5000' } });
  const prices = { prompt: '0', completion: '1000' };
  await addModel(gateway, { id: centModel, prices, upstreamModel: 'chat' });
});
afterAll(() => gateway?.end());

interface CallOptions {
  readonly bearer: string;
  readonly script: string;
}

/** Each on a connection of its own, so that the system divides them. */
const open = ({ bearer, script }: CallOptions) => {
  const request = { bearer, model: 'simulator/chat', content: `[[sim:${script}]]` };
  return openSlowly(gateway, 'chat', request);
};

const call = async (options: CallOptions): Promise<HeardStream> => open(options).listen();

/** Tests that count within one clock minute wait for the next near its end. */
async function waitForRoomInMinute(): Promise<void> {
  const leftMs = minuteMs - (Date.now() % minuteMs);
  if (leftMs < 20_000) await sleep(leftMs + 100);
}

/** A token costs a tenth of a cent, so a call of ten may cost a cent; the load's cost half. */
const centModel = `cent-${randomBytes(4).toString('hex')}/chat`;
const aCentCall = { model: centModel, max_tokens: 10 };
const tokenNanos = 1_000_000n;
const centNanos = 10n * tokenNanos;

/** Leases are holds that pay for many calls. */
async function hasLease(): Promise<boolean> {
  const counts = await Promise.all(
    relays.map((relay) => readRelayGauge(gateway, relay, 'tollgate_hold_leases')),
  );
  return counts.some((count) => count > 0);
}

const burstsMax = 20;
const callsPerBurst = 40;

/** Makes many calls at once until a gateway has a lease. Returns the answers that are to come. */
async function callUntilLeased(bearer: string): Promise<Promise<ChatAnswer[]>[]> {
  const content = '[[sim:tokens=5,delay_ms=400]]';
  const bursts: Promise<ChatAnswer[]>[] = [];
  while (bursts.length < burstsMax) {
    const calls = Array.from({ length: callsPerBurst }, () =>
      chat(gateway, { bearer, content, body: aCentCall }),
    );
    let isOver = false;
    bursts.push(Promise.all(calls));
    void Promise.allSettled(calls).then(() => (isOver = true));
    while (!isOver) {
      if (await hasLease()) return bursts;
      await sleep(20);
    }
  }
  throw new Error(`no lease after ${burstsMax} bursts of ${callsPerBurst} calls`);
}

const readOpenHolds = (relay: string): Promise<number> =>
  readRelayGauge(gateway, relay, 'tollgate_open_holds');

describe('two gateway processes behind one port', () => {
  it('have a relay of their own each, and both serve calls', async () => {
    const { pids } = gateway.credentials();
    expect(pids['relay-2']).toBe(pids['edge-2']);
    expect(pids['relay']).toBe(pids['edge']);
    expect(pids['relay']).not.toBe(pids['relay-2']);
    const { key } = await openAccount(gateway);
    const streams = Array.from({ length: 24 }, () =>
      open({ bearer: key, script: 'tokens=100,chunk_delay_ms=100' }),
    );
    await waitUntil(async () => {
      const held = await Promise.all(relays.map(readOpenHolds));
      return held.every((count) => count > 0) && (held[0] ?? 0) + (held[1] ?? 0) === 24;
    }, patience);
    const heard = await Promise.all(streams.map((stream) => stream.listen()));
    expect(heard.map(({ status }) => status)).toEqual(Array<number>(24).fill(200));
  });

  it('allow one call above a small rate limit for each edge at most, and no other', async () => {
    // Below ten dollars an account may make 20 calls a minute.
    const { key } = await openAccount(gateway, { creditUsd: 5 });
    await waitForRoomInMinute();
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const heard = await Promise.all(
        Array.from({ length: 5 }, () => call({ bearer: key, script: 'tokens=1' })),
      );
      statuses.push(...heard.map(({ status }) => status));
    }
    const answered = statuses.filter((status) => status === 200).length;
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(answered).toBeGreaterThanOrEqual(20);
    expect(answered).toBeLessThanOrEqual(22);
  });

  it('trip a breaker once for each window, whichever of them sees it', async () => {
    const model = `breaker-${randomBytes(4).toString('hex')}/chat`;
    // Ten tokens cost a dollar.
    const prices = { prompt: '0', completion: '100000' };
    await addModel(gateway, { id: model, prices, upstreamModel: 'chat' });
    const desk = await openOrgDesk(gateway);
    const bearer = await desk.makeKey();
    await desk.set('/circuit-breaker', { cbEnabled: true, cbMinuteUsd: 1, cbHourlyUsd: 1 });
    await waitForRoomInMinute();
    const body = { model, max_tokens: 10 };
    const spend = (): Promise<ChatAnswer> =>
      chat(gateway, { bearer, content: '[[sim:tokens=10]]', body });
    expect((await spend()).status).toBe(200);
    await waitUntil(async () => (await spend()).status === 429, patience);
    const refused = await Promise.all(Array.from({ length: 30 }, spend));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    await waitForEntries(desk, 'org.cb.tripped', 2);
    for (const relay of relays) {
      await waitUntil(async () => (await readSpoolBytes(gateway, relay)) === 0, patience);
    }
    const entries = await waitForEntries(desk, 'org.cb.tripped', 2);
    const windows = entries.map(({ after }) => String(after.window));
    expect(windows.sort()).toEqual(['hour', 'minute']);
  });
});

describe('a busy caller whose calls are paid from leases', () => {
  it('spends the balance as far as without leases, whichever process has them', async () => {
    const account = await openAccount(gateway, { creditUsd: 20 });
    const { key: bearer } = await createKey(gateway, account.cookie, { name: 'other' });
    /** A call that may cost so much, and costs a tenth of a cent. */
    const ask = (nanos: bigint): Promise<ChatAnswer> => {
      const body = { model: centModel, max_tokens: Number(nanos / tokenNanos) };
      return chat(gateway, { bearer, content: '[[sim:tokens=1]]', body });
    };
    const answers = (await Promise.all(await callUntilLeased(account.key))).flat();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const spent = answers.reduce((total, { costNanos = 0n }) => total + costNanos, 0n);
    // A lease still holds more than these 40 cents, which calls may hold that were not settled yet.
    const most = 2_000n * centNanos - spent - 40n * centNanos;
    expect((await ask(most)).status).toBe(200);
    const { available } = await readSettledCredits(gateway, bearer, patience.timeoutMs);
    expect(available).toBe(2_000n * centNanos - spent - tokenNanos);
    expect((await ask(available + tokenNanos)).status).toBe(402);
    expect((await ask(available)).status).toBe(200);
  });
});

describe('a gateway process that is killed', () => {
  it(
    'takes only its own streams along, and is started again',
    async () => {
      const { key } = await openAccount(gateway);
      const streams = Array.from({ length: 16 }, () =>
        open({ bearer: key, script: 'tokens=100,chunk_delay_ms=100' }),
      );
      await Promise.all(streams.map(({ response }) => response));
      const kept = await readOpenHolds('relay');
      expect(kept + (await readOpenHolds('relay-2'))).toBe(16);
      const heard = streams.map((stream) =>
        stream.listen().then(
          ({ pieces }) => pieces.some(({ text }) => text.includes('[DONE]')),
          () => false,
        ),
      );
      const { pids } = gateway.credentials();
      await killParts(gateway, 'relay-2');
      expect((await Promise.all(heard)).filter(Boolean)).toHaveLength(kept);
      expect(gateway.credentials().pids['relay']).toBe(pids['relay']);
    },
    testTimeoutMs,
  );

  it(
    'loses and doubles no call in the ledger, killed twice under load',
    async () => {
      const accounts: readonly Account[] = await openAccounts(gateway, 20);
      const upstream = await watchUpstream(gateway);
      const load = startLoad(gateway, { accounts, parallel: 16 });
      let records: readonly CallRecord[];
      try {
        await load.waitForCalls(50);
        for (const part of ['relay-2', 'relay']) {
          await killParts(gateway, part);
          await load.waitForCalls(50);
        }
        await load.waitForAnswer(30_000);
        await load.waitForCalls(100);
      } finally {
        records = await load.stop();
      }
      const { answered: upstreamAnswered } = await upstream.stop();
      await waitForRest(gateway, accounts, records);
      await waitUntil(async () => (await readSpoolBytes(gateway, 'relay-2')) === 0, patience);
      // Of charges before this test no client's log is here.
      const evidence = { records, upstreamAnswered, earlier: [] };
      const verdict = await judge(gateway, accounts, evidence);
      expect({ ...verdict, unexplained: verdict.unexplained.filter(isOfLoad) }).toEqual(allGood);
      expect(records.filter(({ outcome }) => outcome === 'broken').length).toBeGreaterThan(0);
    },
    testTimeoutMs,
  );

  it(
    'loses, doubles and keeps nothing of the leases of a busy caller, and passes no cap',
    async () => {
      const owner = await openAccount(gateway, { creditUsd: 30 });
      // A lease of 64 cents is granted while a tenth of what is left covers it.
      const limit = 8;
      const { key } = await createKey(gateway, owner.cookie, { name: 'capped', limit });
      const account = { ...owner, key };
      const upstream = await watchUpstream(gateway);
      const load = startLoad(gateway, { accounts: [account], parallel: 8, body: aCentCall });
      let records: readonly CallRecord[];
      let dear: readonly ChatAnswer[];
      try {
        await load.waitForCalls(20);
        const cut = await callUntilLeased(key);
        const ended = Promise.allSettled(cut);
        await killParts(gateway, 'relay-2', 'relay');
        await ended;
        await load.waitForAnswer(30_000);
        const busy = await callUntilLeased(key);
        // At once, and for more than the key may spend: each may cost a dollar, and does.
        const body = { model: centModel, max_tokens: 1_000 };
        const content = '[[sim:tokens=1000,delay_ms=500]]';
        const call = (): Promise<ChatAnswer> => chat(gateway, { bearer: key, content, body });
        dear = await Promise.all(Array.from({ length: 12 }, () => untilAvailable(call, 'a call')));
        await Promise.all(busy);
      } finally {
        records = await load.stop();
      }
      const { answered: upstreamAnswered } = await upstream.stop();
      await waitForRest(gateway, [account], records);
      await waitUntil(async () => (await readSpoolBytes(gateway, 'relay-2')) === 0, patience);
      const evidence = { records, upstreamAnswered, earlier: [] };
      const verdict = await judge(gateway, [account], evidence);
      expect({ ...verdict, unexplained: verdict.unexplained.filter(isOfLoad) }).toEqual(allGood);
      expect(records.filter(({ outcome }) => outcome === 'broken').length).toBeGreaterThan(0);
      // The cap is spent but for less than a dollar, and passed by less than one.
      const refusals = dear.filter(({ status }) => status !== 200);
      expect(new Set(refusals.map(({ error }) => error.code))).toEqual(
        new Set(['spend_limit_exceeded']),
      );
      const { usage } = await readCredits(gateway, key);
      expect(usage).toBeGreaterThan(700n * centNanos);
      expect(usage).toBeLessThan(900n * centNanos);
    },
    testTimeoutMs,
  );

  const isOfLoad = (fault: string): boolean => fault.includes('call-');
});
