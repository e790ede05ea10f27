import { randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addFreeTier } from '../test/support/add-free-tier';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { chat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { verifyLedger } from '../test/support/verify-ledger';

const gateway = getSharedGateway();
const suffix = randomBytes(4).toString('hex');
const failing = `free-failing-${suffix}/model`;
const free = `free-spare-${suffix}/model`;
const paid = `paid-spare-${suffix}/model`;
const autoTier = '/api/admin/auto-tiers/free/trading';
const tradingPrompt = 'Backtest this stock portfolio and show a candlestick chart';

let ada: Account;
let poor: Account;

beforeAll(async () => {
  ada = await openAccount(gateway);
  poor = await openAccount(gateway, { creditUsd: 0 });
  // A failure that never isolates a route: each call asks it.
  await addModel(gateway, { id: failing, upstreamModel: 'chat+status=404' });
  await addModel(gateway, { id: free, upstreamModel: 'chat' });
  await addModel(gateway, { id: paid, upstreamModel: 'chat' });
  for (const model of [failing, free]) {
    // One unit: a call that does not give it back leaves nothing for the next one.
    const dailyUnits = model === failing ? 1 : 1_000;
    await addFreeTier(gateway, model, { rpm: 1_000, dailyUnits, fundedMultiplier: 1 });
  }
  await gateway.operate(autoTier, { method: 'PUT', body: { primary: failing, fallbacks: [free] } });
  const inForce = { timeoutMs: 30_000, what: 'the free tiers' };
  await waitUntil(async () => (await ask(poor, [failing])).status === 502, inForce);
  await waitUntil(async () => (await ask(poor, [free])).costNanos === 0n, inForce);
  await waitUntil(async () => (await ask(poor, ['auto:free'])).json?.model === free, inForce);
});

/** The unit of a call that failed comes back a moment after its answer: an estimate sees it. */
async function waitForUnit({ key: bearer }: Account): Promise<void> {
  const body = { model: failing, messages: [{ role: 'user', content: 'Hello' }] };
  const isBack = async (): Promise<boolean> => {
    const { json } = await gateway.call('/v1/estimate', { bearer, body });
    return json.would === 'admit' && json.reserve === 0;
  };
  await waitUntil(isBack, { timeoutMs: 30_000, what: 'the unit to be back' });
}

afterAll(() =>
  gateway.operate(autoTier, { method: 'PUT', body: { primary: 'simulator/free', fallbacks: [] } }),
);

function ask(
  { key }: Account,
  [model, ...models]: readonly string[],
  { header, isStreaming = false }: { header?: string; isStreaming?: boolean } = {},
): Promise<ChatAnswer> {
  return chat(gateway, {
    bearer: key,
    isStreaming,
    content: model === 'auto:free' ? tradingPrompt : 'Hello',
    body: { model, ...(models.length > 0 && { models }) },
    call: { headers: header === undefined ? {} : { 'x-free-fallback': header } },
  });
}

describe('a free model that fails', () => {
  beforeEach(() => waitForUnit(ada));

  it.each([
    ['a plain answer', false],
    ['a stream', true],
    ['the next call, whose unit is there again', false],
  ])('is replaced by the paid one behind it, for its price, in %s', async (_, isStreaming) => {
    const before = await readSettledCredits(gateway, ada.key);
    const answer = await ask(ada, [failing, paid], { isStreaming });
    expect([answer.status, answer.error, answer.json.model]).toEqual([200, undefined, paid]);
    expect(answer.headers.get('x-tollgate-free-fallback')).toBeNull();
    const record = await readGeneration(gateway, answer, ada);
    expect(record).toMatchObject({
      model: paid,
      is_failover: true,
      billing_outcome: 'charged',
      attempts: [{ status: 404 }, { status: 200, error: '' }],
    });
    expect(record.reserved).toBeGreaterThanOrEqual(record.total_cost);
    const { usage } = await readSettledCredits(gateway, ada.key);
    expect(usage - before.usage).toBe(answer.costNanos);
    expect(answer.costNanos).toBeGreaterThan(0n);
  });

  it.each([
    ['without credit', () => ask(poor, [failing, paid])],
    ['when the call forbids to pay', () => ask(ada, [failing, paid], { header: 'false' })],
    ['when the free name was asked for', () => ask(ada, [`${failing}:free`, paid])],
  ])('is not replaced by a paid model %s', async (_, call) => {
    const answer = await call();
    expect([answer.status, answer.error.code]).toEqual([502, 'upstream_unavailable']);
  });

  it('is replaced for money under its free name when the call says so', async () => {
    const answer = await ask(ada, [`${failing}:free`, paid], { header: 'true' });
    expect([answer.status, answer.json.model]).toEqual([200, paid]);
    expect(answer.costNanos).toBeGreaterThan(0n);
  });

  it.each([
    ['a waterfall', [failing, free]],
    ['auto:free', ['auto:free']],
  ])('is replaced by the next free one of %s, for nothing', async (_, models) => {
    await waitForUnit(poor);
    const answer = await ask(poor, models);
    expect([answer.status, answer.json?.model, answer.costNanos]).toEqual([200, free, 0n]);
    const record = await readGeneration(gateway, answer, poor);
    expect(record).toMatchObject({ billing_outcome: 'free', is_failover: true, reserved: 0 });
  });
});

describe('the audit log', () => {
  it.each([
    ['admin.free_tier.update', () => free, { dailyUnits: 1_000 }],
    ['admin.auto_tier.update', () => 'free/trading', { primary: failing, fallbacks: [free] }],
  ])('shows who changed what: %s', async (action, getId, after) => {
    const found = await waitUntil(
      async () => {
        const path = `/api/admin/audit-log?limit=200&action=${action}`;
        const { items } = await gateway.operate(path);
        return (items as Json[]).find(({ target }) => target.id === getId());
      },
      { timeoutMs: 30_000, what: 'the entry' },
    );
    expect(found).toMatchObject({ after });
  });
});

describe('the books', () => {
  it('hold with all of it', async () => {
    const { exitCode, output } = await verifyLedger(gateway);
    expect([exitCode, output]).toEqual([0, expect.any(String)]);
  });
});
