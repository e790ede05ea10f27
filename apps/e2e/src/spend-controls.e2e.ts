import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { chat, openChat, type ChatAnswer } from '../test/support/chat';
import { startGateway, type Gateway } from '../test/support/gateway';

// The brake stops everybody, so these suites have a stack of their own.
let gateway: Gateway & { readonly end: () => Promise<void> };
const model = 'dear/chat';

beforeAll(async () => {
  gateway = await startGateway();
  await addModel(gateway, { id: model, prices: { prompt: '0', completion: '100000' } });
});
afterAll(() => gateway.end());

/** Costs one dollar: ten tokens at ten cents. */
const spendDollar = (bearer: string): Promise<ChatAnswer> =>
  chat(gateway, { bearer, content: '[[sim:tokens=10]]', body: { model, max_tokens: 10 } });

async function spendDollars(bearer: string, count: number): Promise<void> {
  for (let call = 0; call < count; call++) {
    expect((await spendDollar(bearer)).status).toBe(200);
  }
}

/** These tests count within one clock minute: near its end they wait for the next. */
async function waitForRoomInMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}

const waitForStatus = (bearer: string, status: number): Promise<ChatAnswer> =>
  waitUntil(
    async () => {
      const answer = await spendDollar(bearer);
      return answer.status === status ? answer : undefined;
    },
    { timeoutMs: 30_000, what: `a ${status}` },
  );

const patchBreaker = (account: Account, body: object) =>
  gateway.call('/api/account/circuit-breaker', { method: 'PATCH', cookie: account.cookie, body });
const setBrake = (body: object) => gateway.operate('/api/admin/brake', { method: 'PUT', body });

describe('the personal breaker', () => {
  it('stops all keys of the user until the clock window ends, and its playground', async () => {
    const account = await openAccount(gateway, { creditUsd: 50 });
    const path = '/api/account/playground-token';
    const made = await gateway.call(path, { method: 'POST', cookie: account.cookie });
    const { key: otherKey } = await createKey(gateway, account.cookie, { name: 'other' });
    await patchBreaker(account, { cbEnabled: true, cbMinuteUsd: 1.5, cbHourlyUsd: 1_000 });
    await waitForRoomInMinute();
    await spendDollars(account.key, 2);
    const refused = await spendDollar(otherKey);
    expect(refused.status).toBe(429);
    expect((await spendDollar(made.json.token as string)).status).toBe(429);
    const nextMinute = new Date((Math.floor(Date.now() / 60_000) + 1) * 60_000).toISOString();
    expect(refused.error).toMatchObject({
      message:
        'Spend breaker tripped: user scope, minute window (limit $1.50).' +
        ` Resets at ${nextMinute.replace('.000Z', 'Z')}.`,
      type: 'rate_limit_error',
      code: 429,
      metadata: { scope: 'user', window: 'minute', limit: 1.5, spent: 2, resets_at: nextMinute },
    });
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('x-ratelimit-limit')).toBeNull();

    const { json } = await gateway.call('/api/account/circuit-breaker', { cookie: account.cookie });
    expect(json).toMatchObject({
      settings: { cbEnabled: true, cbMinuteUsd: 1.5 },
      liveSpend: { minuteSpend: 2, hourSpend: 2 },
    });
  });

  it('that was changed counts what was spent before', async () => {
    const account = await openAccount(gateway, { creditUsd: 50 });
    await spendDollars(account.key, 1);
    await readSettledCredits(gateway, account.key);
    await patchBreaker(account, { cbEnabled: true, cbMinuteUsd: 1_000, cbHourlyUsd: 1 });
    const refused = await waitForStatus(account.key, 429);
    expect(refused.error.metadata).toMatchObject({ scope: 'user', window: 'hour' });
    await patchBreaker(account, { cbEnabled: false });
    await waitForStatus(account.key, 200);
  });
});

describe('the cap of a key', () => {
  it('names what is reached, and counts what was spent while there was none', async () => {
    const account = await openAccount(gateway, { creditUsd: 50 });
    const { id, key } = await createKey(gateway, account.cookie, {
      ...{ name: 'capped', limit: 2, limit_reset: 'weekly' },
    });
    const patchKey = (body: object) =>
      gateway.call(`/api/account/keys/${id}`, { method: 'PATCH', cookie: account.cookie, body });
    await spendDollars(key, 2);
    const refused = await waitForStatus(key, 402);
    expect(refused.error).toMatchObject({
      type: 'billing_error',
      code: 'spend_limit_exceeded',
      metadata: { scope: 'key', period: 'weekly', window: 'weekly', limit: 2, spent: 2 },
    });
    await patchKey({ limit: null });
    await waitForStatus(key, 200);
    await readSettledCredits(gateway, key);
    await patchKey({ limit: 3, limit_reset: 'weekly' });
    const again = await waitForStatus(key, 402);
    expect(again.error.metadata).toMatchObject({ limit: 3, spent: 3 });
  });
});

describe('the global brake', () => {
  afterEach(() => setBrake({ state: 'off' }));

  it('held by an operator stops what spends money, and nothing else', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 50 });
    await spendDollars(key, 1);
    expect(await setBrake({ state: 'manual', reason: 'incident' })).toMatchObject({
      state: 'manual',
      tripped: true,
      retryAfter: 300,
    });
    const refused = await waitForStatus(key, 503);
    expect(refused.error).toMatchObject({ type: 'overloaded_error', code: 503 });
    expect(refused.headers.get('retry-after')).toBe('300');
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect((await gateway.call('/v1/credits', { bearer: key })).status).toBe(200);
    expect((await gateway.call('/v1/models')).status).toBe(200);
    await setBrake({ state: 'off' });
    await waitForStatus(key, 200);
  });

  it('armed trips by itself at the spend of the platform', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 50 });
    await setBrake({ state: 'auto', limitUsdPerMinute: 1_000, limitUsdPerHour: 0.5 });
    const refused = await waitForStatus(key, 503);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await gateway.operate('/api/admin/brake')).toMatchObject({
      state: 'auto',
      tripped: true,
    });
    await setBrake({ state: 'auto', limitUsdPerMinute: 1_000_000, limitUsdPerHour: 1_000_000 });
    await waitForStatus(key, 200);
  });
});

describe('a caller who cancels repeatedly', () => {
  const cancelsMax = 100;

  // Cheap enough for the goodwill of a wallet that never held paid credit: 0.05 USD a day.
  const cheapModel = 'simulator/chat';

  it('is charged nothing within the goodwill, and blocked for a while', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 50 });
    const leave = async (): Promise<void> => {
      const response = await openChat(gateway, {
        ...{ bearer: key, isStreaming: true, content: '[[sim:hang_after=1]]' },
        body: { model: cheapModel, max_tokens: 10 },
      });
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    };
    for (let count = 0; count <= cancelsMax; count++) await leave();
    const refused = await waitUntil(
      async () => {
        // Costs nothing, should the last cancel not be counted yet.
        const answer = await chat(gateway, { bearer: key, content: '[[sim:zero_usage]]' });
        return answer.status === 429 ? answer : undefined;
      },
      { timeoutMs: 30_000, what: 'the block' },
    );
    expect(refused.error).toMatchObject({
      message: 'Temporarily restricted because of repeated rate limit violations.',
      code: 429,
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(250);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    const { reserved, usage } = await readSettledCredits(gateway, key);
    expect({ reserved, usage }).toEqual({ reserved: 0n, usage: 0n });
  });
});
