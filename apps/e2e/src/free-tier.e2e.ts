import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { chat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { verifyLedger } from '../test/support/verify-ledger';

const gateway = getSharedGateway();
const suffix = randomBytes(4).toString('hex');
const minuteMs = 60_000;
/** What the calls of one test need of a minute. */
const roomMs = 20_000;
let models = 0;

/** A model of its own for each test: its quota is unused. */
async function addFreeModel(quota: object = {}): Promise<string> {
  models += 1;
  const id = `free-${suffix}/model-${models}`;
  await addModel(gateway, { id, upstreamModel: 'chat' });
  const { adminToken: bearer } = gateway.credentials();
  const path = `/api/admin/free-tiers/${encodeURIComponent(id)}`;
  const put = await gateway.call(path, { method: 'PUT', bearer, body: { rpm: 10, ...quota } });
  expect(put.status).toBe(200);
  const probe = await openAccount(gateway);
  const isFree = async (): Promise<boolean> => (await ask(probe.key, id)).costNanos === 0n;
  await waitUntil(isFree, { timeoutMs: 30_000, what: 'the free tier' });
  return id;
}

const ask = (
  bearer: string,
  model: string,
  headers: Readonly<Record<string, string>> = {},
  content = 'Hello',
): Promise<ChatAnswer> => chat(gateway, { bearer, content, body: { model }, call: { headers } });

const mark = ({ headers }: ChatAnswer): string | null => headers.get('x-tollgate-free-fallback');

/** A test that counts within a minute begins in one that is long enough. */
async function waitForRoom(): Promise<void> {
  const leftMs = minuteMs - (Date.now() % minuteMs);
  if (leftMs < roomMs) await wait(leftMs + 100);
}

async function useUp(bearer: string, model: string, calls: number): Promise<void> {
  for (let count = 0; count < calls; count++) {
    expect((await ask(bearer, model)).costNanos).toBe(0n);
  }
}

describe('a model with a free tier', () => {
  it('is free for 10 of 40 calls that come at once, by any key of the user', async () => {
    const model = await addFreeModel();
    const ada = await openAccount(gateway);
    const second = await createKey(gateway, ada.cookie, { name: 'second' });
    await waitForRoom();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(index % 2 ? ada.key : second.key, model)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const free = answers.filter(({ costNanos }) => costNanos === 0n);
    const paid = answers.filter((answer) => mark(answer) === 'rpm');
    expect([free.length, paid.length]).toEqual([10, 30]);
    expect(free.every((answer) => mark(answer) === null)).toBe(true);
    const cost = paid.reduce((sum, { costNanos }) => sum + (costNanos ?? 0n), 0n);
    await waitUntil(async () => (await readSettledCredits(gateway, ada.key)).usage === cost, {
      timeoutMs: 30_000,
      what: 'the charge of the paid calls alone',
    });
  });

  it('keeps the list price of a free call in its record, and needs no credit', async () => {
    const model = await addFreeModel();
    const poor = await openAccount(gateway, { creditUsd: 0 });
    await waitForRoom();
    const answer = await ask(poor.key, model);
    const { costNanos, headers } = answer;
    expect(costNanos).toBe(0n);
    // The quota is tighter than the 20 calls of the account.
    expect(headers.get('x-ratelimit-limit')).toBe('10');
    expect(headers.get('x-ratelimit-remaining')).toBe('9');
    const record = await readGeneration(gateway, answer, poor);
    const { billing_outcome: outcome, cost_breakdown: costs, reserved } = record;
    expect(outcome).toBe('free');
    expect(costs.subtotal).toBeGreaterThan(0);
    expect(costs).toEqual({ subtotal: costs.subtotal, cache_discount: costs.subtotal, total: 0 });
    expect(reserved).toBe(0);
  });

  it('costs nothing in a stream either', async () => {
    const model = await addFreeModel();
    const { key: bearer } = await openAccount(gateway, { creditUsd: 0 });
    await waitForRoom();
    const answer = await chat(gateway, { bearer, isStreaming: true, body: { model } });
    expect([answer.status, answer.isDone, answer.costNanos]).toEqual([200, true, 0n]);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('10');
  });

  describe('beyond its quota', () => {
    let model: string;
    let ada: Account;
    let poor: Account;

    beforeAll(async () => {
      model = await addFreeModel({ dailyUnits: 1, fundedMultiplier: 1 });
      ada = await openAccount(gateway);
      poor = await openAccount(gateway, { creditUsd: 0 });
      await useUp(ada.key, model, 1);
      await useUp(poor.key, model, 1);
    });

    it('is paid, and says which cap was reached', async () => {
      const answer = await ask(ada.key, model);
      expect(mark(answer)).toBe('daily');
      expect(answer.costNanos).toBeGreaterThan(0n);
    });

    it.each([
      ['without credit', () => ask(poor.key, model)],
      ['when the call forbids to pay', () => ask(ada.key, model, { 'x-free-fallback': 'false' })],
      ['when the free name was asked for', () => ask(ada.key, `${model}:free`)],
      [
        'when the key forbids to pay',
        async () => {
          const settings = { name: 'free only', freeFallback: false };
          return ask((await createKey(gateway, ada.cookie, settings)).key, model);
        },
      ],
    ])('is refused %s', async (_, call) => {
      const { error, headers, status } = await call();
      expect([status, error.type, error.code]).toEqual([429, 'rate_limit_error', 429]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('x-should-retry')).toBe('false');
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
    });

    it('is paid under its free name only when the call says so', async () => {
      const answer = await ask(ada.key, `${model}:free`, { 'x-free-fallback': 'true' });
      expect([answer.status, mark(answer)]).toEqual([200, 'daily']);
      expect(answer.costNanos).toBeGreaterThan(0n);
    });
  });

  it('takes nothing of the day for a call that failed', async () => {
    const model = await addFreeModel({ dailyUnits: 1, fundedMultiplier: 1 });
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const failed = await ask(poor.key, model, {}, '[[sim:status=400]]');
    expect(failed.status).toBe(400);
    const isFree = async (): Promise<boolean> => (await ask(poor.key, model)).status === 200;
    await waitUntil(isFree, { timeoutMs: 30_000, what: 'the units to be back' });
  });

  it('does not make a model free that has none', async () => {
    const ada = await openAccount(gateway);
    const answer = await ask(ada.key, 'simulator/chat:free');
    expect(answer.costNanos).toBeGreaterThan(0n);
  });
});

describe('the books', () => {
  it('hold with free calls in them', async () => {
    const { exitCode, output } = await verifyLedger(gateway);
    expect([exitCode, output]).toEqual([0, expect.any(String)]);
  });
});

describe('auto:free', () => {
  it('costs nothing, and names the model that answered', async () => {
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const answer = await ask(poor.key, 'auto:free');
    expect([answer.status, answer.costNanos]).toEqual([200, 0n]);
    expect(answer.headers.get('x-auto-resolved-model')).toBe('z-ai/glm-4.7-flash');
  });
});
