import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, readCredits, type Account } from '../test/support/accounts';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { readSimulatedCalls, resetSimulator, simulatorUrl } from '../test/support/simulator';

const gateway = getSharedGateway();
const secret = 'provider-secret-canary-7f3a';
let account: Account;
let providerKeyId: string;

/** In force on every instance within this time. */
const inForceMs = 2_000;

const operator = (path: string, body?: object, method?: 'PATCH' | 'DELETE'): Promise<ApiAnswer> =>
  gateway.call(`/api/admin/${path}`, {
    bearer: gateway.credentials().adminToken,
    ...(body === undefined ? {} : { body }),
    ...(method === undefined ? {} : { method }),
  });
const waitInForce = (probe: () => Promise<boolean>): Promise<unknown> =>
  waitUntil(probe, { timeoutMs: inForceMs, what: 'the change' });
const ask = (model: string, body = {}) =>
  chat(gateway, { bearer: account.key, body: { model, ...body } });

const wholeModel = {
  id: 'acme/chat-1',
  name: 'Acme Chat 1',
  description: null,
  family: 'openai',
  kind: 'chat',
  contextLength: 128_000,
  maxCompletionTokens: 16_384,
  inputModalities: ['text', 'image'],
  outputModalities: ['text'],
  supportedParameters: ['tools', 'response_format', 'reasoning', 'logprobs'],
  prices: {
    prompt: '2.5',
    completion: '10',
    cacheRead: '1.25',
    cacheWrite: '3.125',
    cacheWrite1h: null,
    reasoning: null,
    thinkingMultiplier: null,
    audioInput: null,
    audioOutput: null,
    imageInput: null,
    imageOutput: null,
    image: null,
    request: null,
    web: null,
    character: null,
    audioSecond: null,
    videoSecond: null,
  },
  thinking: { mode: 'optional', default: false },
  tiers: [
    {
      abovePromptTokens: 200_000,
      prompt: '5',
      completion: '15',
      cacheRead: null,
      cacheWrite: null,
    },
  ],
  sizes: { '1024x1024': '0.04' },
  video: {
    durations: [5, 10],
    resolutions: { '720p': '1', '1080p': '2' },
    aspectRatios: ['16:9', '9:16'],
    tasks: ['text', 'image', 'keyframes', 'continuation', 'reference', 'edit'],
    audioMultiplier: '1.5',
  },
  deprecationDate: null,
  successor: null,
  enabled: true,
};

beforeAll(async () => {
  account = await openAccount(gateway, { creditUsd: 50 });
});

describe('the operator', () => {
  it('needs the token or an operator session', async () => {
    for (const bearer of [account.key, 'wrong-token']) {
      const answer = await gateway.call('/api/admin/models', { bearer });
      expect([401, 403]).toContain(answer.status);
    }
    expect((await gateway.call('/api/admin/models')).status).toBe(401);
    const asCustomer = await gateway.call('/api/admin/models', { cookie: account.cookie });
    expect(asCustomer.status).toBe(403);
  });

  it('adds a model with every field there is', async () => {
    const created = await operator('models', wholeModel);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ ...wholeModel, priceVersion: 1 });
    const again = await operator('models', wholeModel);
    expect(again.status).toBe(409);
    expect(again.headers.get('x-should-retry')).toBe('false');
  });

  it('adds a provider key that is never shown again', async () => {
    const created = await operator('provider-keys', {
      provider: 'acme',
      baseUrl: simulatorUrl(gateway),
      apiKey: secret,
      protocol: 'openai',
      headers: { 'x-team': 'gateway' },
      weight: 1,
      enabled: true,
      isDefault: false,
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ provider: 'acme', headers: { 'x-team': 'gateway' } });
    providerKeyId = created.json.id as string;
    expect(providerKeyId).toMatch(/^pkey_/);
    expect(created.json.keyMask).toEqual(expect.any(String));
    const list = await operator('provider-keys');
    for (const text of [created.text, list.text]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('apiKey');
    }
  });

  it('checks a provider key at its provider, and never shows the key', async () => {
    const good = await operator(`provider-keys/${providerKeyId}/test`, {});
    expect([good.status, good.json]).toEqual([
      200,
      {
        ok: true,
        status: 200,
        latencyMs: expect.any(Number),
        models: expect.any(Number),
        error: null,
      },
    ]);
    expect(good.json.models).toBeGreaterThan(0);
    const away = { provider: 'away', baseUrl: 'http://127.0.0.1:1', apiKey: secret };
    const { json } = await operator('provider-keys', { ...away, protocol: 'anthropic' });
    const bad = await operator(`provider-keys/${json.id}/test`, {});
    expect(bad.json).toMatchObject({ ok: false, status: null, error: 'upstream_unreachable' });
    expect(`${good.text}${bad.text}`).not.toContain(secret);
    expect((await operator('provider-keys/pkey_none/test', {})).status).toBe(404);
  });

  it('adds a route, and the model answers within two seconds', async () => {
    // Known, but without a provider route.
    await waitInForce(async () => (await ask('acme/chat-1')).status === 503);
    await resetSimulator(gateway, true);
    const created = await operator('routes', {
      pattern: 'acme/chat-1',
      providerKeyId,
      upstreamModel: 'chat-1',
      protocol: 'openai',
      priority: 1,
      weight: 1,
      quantization: null,
      dataCollection: 'deny',
      supportedParameters: null,
      contextLength: null,
      maxCompletionTokens: null,
      prices: null,
      enabled: true,
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ id: expect.any(String), upstreamModel: 'chat-1' });
    await waitInForce(async () => (await ask('acme/chat-1')).status === 200);
    const { request } = (await readSimulatedCalls(gateway)).calls.at(-1) ?? {};
    expect(request?.headers['authorization']).toBe(`Bearer ${secret}`);
    expect(request?.headers['x-team']).toBe('gateway');
    expect(JSON.parse(request?.body ?? '{}')).toMatchObject({ model: 'chat-1' });
  });

  it('takes a model out of service and back within two seconds', async () => {
    await operator('models/acme%2Fchat-1', { enabled: false }, 'PATCH');
    await waitInForce(async () => (await ask('acme/chat-1')).status !== 200);
    await operator('models/acme%2Fchat-1', { enabled: true }, 'PATCH');
    await waitInForce(async () => (await ask('acme/chat-1')).status === 200);
  });

  it('changes a price for later calls only, and receipts keep theirs', async () => {
    const before = await ask('acme/chat-1', { max_tokens: 10 });
    const oldReceipt = await readReceipt(before.generationId);
    const patched = await operator(
      'models/acme%2Fchat-1',
      { prices: { ...wholeModel.prices, completion: '20' } },
      'PATCH',
    );
    expect(patched.json.priceVersion).toBe(2);
    // By what a call says itself: its receipt may take as long as the price may.
    await waitInForce(async () => {
      const { costNanos = 0n } = await ask('acme/chat-1', { max_tokens: 10 });
      return costNanos > (before.costNanos ?? 0n);
    });
    const after = await ask('acme/chat-1', { max_tokens: 10 });
    const receipt = await readReceipt(after.generationId);
    expect(receipt.price_version).toBe(2);
    const output = BigInt(after.json.usage.completion_tokens);
    const prompt = BigInt(after.json.usage.prompt_tokens);
    expect(after.costNanos).toBe(prompt * 2_500n + output * 20_000n);
    expect(usdNumberToNanos(receipt.total_cost)).toBe(after.costNanos);

    expect(oldReceipt.price_version).toBe(1);
    expect(before.costNanos).toBe(prompt * 2_500n + output * 10_000n);
    expect(await readReceipt(before.generationId)).toEqual(oldReceipt);

    const renamed = await operator('models/acme%2Fchat-1', { name: 'Acme One' }, 'PATCH');
    expect(renamed.json.priceVersion).toBe(2);
  });

  it('grants and takes back credit in exact amounts', async () => {
    const { credits } = await readCredits(gateway, account.key);
    const grant = { userId: account.userId, amountUsd: 0.123456789, reason: 'welcome' };
    const created = await operator('credits/grants', grant);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject(grant);
    expect((await readCredits(gateway, account.key)).credits).toBe(credits + 123_456_789n);
    await operator('credits/grants', { ...grant, amountUsd: -0.123456789, reason: 'mistake' });
    expect((await readCredits(gateway, account.key)).credits).toBe(credits);
    const list = await operator('credits/grants?limit=10');
    expect(list.json.items.map((item: Json) => item.amountUsd)).toEqual(
      expect.arrayContaining([0.123456789, -0.123456789]),
    );
  });

  it.each([
    ['models', { ...wholeModel, id: 'acme/x', colour: 'red' }],
    ['models', { id: 'acme/x', name: 'X', kind: 'chat', prices: { prompt: 2.5 } }],
    ['models', { id: 'acme/x', name: 'X', kind: 'chat', prices: { prompt: '-1' } }],
    ['models', { name: 'X', kind: 'chat', prices: {} }],
    ['provider-keys', { provider: 'a', baseUrl: 'ftp://x', apiKey: 'k', protocol: 'openai' }],
    [
      'provider-keys',
      { provider: 'a', baseUrl: 'http://x', apiKey: 'k', protocol: 'openai', x: 1 },
    ],
    ['routes', { pattern: 'acme/x', providerKeyId: 'pkey_none' }],
    ['routes', { pattern: 'acme/x', providerKeyId: 'pkey_none', unknown: true }],
    ['credits/grants', { userId: 'user_1', amountUsd: 5, reason: 'x' }],
    ['credits/grants', { amountUsd: 5, reason: 'x' }],
    ['credits/grants', { orgId: 'x', userId: 'y', amountUsd: 5, reason: 'x' }],
  ])('gets an error that names the fault of POST %s %j', async (path, body) => {
    const answer = await operator(path, body);
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject({ type: 'invalid_request_error' });
  });

  it('cannot delete a provider key that routes still use', async () => {
    const answer = await operator(`provider-keys/${providerKeyId}`, undefined, 'DELETE');
    expect(answer.status).toBe(409);
    const unknown = await operator('provider-keys/pkey_none', undefined, 'DELETE');
    expect(unknown.status).toBe(404);
  });
});

describe('a provider of the table', () => {
  it('is discovered, and calls to it are as it accepts them', async () => {
    // The simulator refuses what Mistral refuses: stream_options, and the newer output limit.
    const baseUrl = simulatorUrl(gateway).replace(/v1$/, 'as/mistral/v1');
    const key = await operator('provider-keys', { provider: 'mistral', apiKey: secret, baseUrl });
    expect(key.json).toMatchObject({ provider: 'mistral', protocol: 'openai', baseUrl });
    const found = await operator('provider-keys/discover', { provider: 'mistral' });
    expect(found.status).toBe(200);
    expect(found.text).not.toContain(secret);
    const [item] = found.json.items as Json[];
    expect(item).toMatchObject({ inCatalog: false, priced: false });
    const prices = { prompt: '1', completion: '2' };
    expect((await operator('models', { ...item.model, prices })).status).toBe(201);
    expect((await operator('routes', item.route)).status).toBe(201);
    const id = item.model.id as string;
    const body = { max_completion_tokens: 20, stop: ['<end>'] };
    await waitInForce(async () => (await ask(id, body)).status === 200);
    const stream = await ask(id, { ...body, stream: true });
    expect([stream.status, stream.isDone]).toEqual([200, true]);
    expect(stream.costNanos).toBeGreaterThan(0n);
    const tooMany = await ask(id, { stop: ['1', '2', '3', '4', '5'] });
    expect([tooMany.status, tooMany.error.param]).toEqual([400, 'stop']);
    const again = await operator('provider-keys/discover', { provider: 'mistral' });
    expect(again.json.items[0].inCatalog).toBe(true);
  });

  it('is refused by the discovery with the remedy', async () => {
    const keyless = await operator('provider-keys/discover', { provider: 'together' });
    expect([keyless.status, keyless.json.error.param]).toEqual([400, 'apiKey']);
    expect(keyless.json.error.message).toContain('TOGETHER_API_KEY');
    const metadata = { provider: 'acme-2', baseUrl: 'http://169.254.169.254/latest' };
    const closed = await operator('provider-keys/discover', metadata);
    expect([closed.status, closed.json.error.param]).toEqual([400, 'baseUrl']);
  });
});

describe('the audit log', () => {
  const list = async (query: string): Promise<Json[]> =>
    (await gateway.operate(`/api/admin/audit-log?limit=200&${query}`)).items as Json[];
  const waitForEntries = (query: string, targetId: string, count: number): Promise<Json[]> =>
    waitUntil(
      async () => {
        const found = (await list(query)).filter((entry) => entry.target.id === targetId);
        return found.length >= count ? found : undefined;
      },
      { timeoutMs: 30_000, what: `${count} entries for ${query}` },
    );

  it('shows every change of a key once, with before and after', async () => {
    const { id, key } = await createKey(gateway, account.cookie, { name: 'audited' });
    const patch = { method: 'PATCH', cookie: account.cookie, body: { limit: 7 } } as const;
    expect((await gateway.call(`/api/account/keys/${id}`, patch)).status).toBe(200);
    await gateway.call(`/api/account/keys/${id}`, { method: 'DELETE', cookie: account.cookie });

    const [deleted] = await waitForEntries('action=key.delete', id, 1);
    expect(deleted.actor).toMatchObject({ id: account.userId, email: account.email });
    const created = await waitForEntries('action=key.create', id, 1);
    expect(created).toHaveLength(1);
    expect(created[0]).toMatchObject({ before: null, after: { label: 'audited' } });
    const updated = await waitForEntries('action=key.update', id, 1);
    expect(updated).toHaveLength(1);
    expect(JSON.stringify([created, updated, deleted])).not.toContain(key);
    expect(updated[0].before).not.toEqual(updated[0].after);
  });

  it('shows every change of an operator once, in a chain, and no secret', async () => {
    const updates = await waitForEntries('action=admin.model.update', 'acme/chat-1', 4);
    expect(updates).toHaveLength(4);
    const inOrder = updates.toReversed();
    const [created] = await waitForEntries('action=admin.model.create', 'acme/chat-1', 1);
    let state = created.after;
    for (const { before, after } of inOrder) {
      expect(before).toEqual(state);
      state = after;
    }
    expect(state).toMatchObject({ name: 'Acme One', priceVersion: 2 });
    expect(await waitForEntries('action=admin.provider_key.create', providerKeyId, 1)).toHaveLength(
      1,
    );
    const [tested] = await waitForEntries('action=admin.provider_key.test', providerKeyId, 1);
    expect(tested).toMatchObject({ before: null, after: { ok: true, status: 200 } });
    const everything = await gateway.operate('/api/admin/audit-log?limit=200');
    expect(JSON.stringify(everything)).not.toContain(secret);
  });

  it('is for operators only', async () => {
    const answer = await gateway.call('/api/admin/audit-log', { cookie: account.cookie });
    expect(answer.status).toBe(403);
  });
});

function readReceipt(generationId: string): Promise<Json> {
  return readGeneration(gateway, { generationId }, account);
}
