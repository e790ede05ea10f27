import type { ServerResponse } from 'node:http';
import { waitUntil } from '@tollgate/testing';
import { openByokDesk, type ByokDesk, type OrgKey } from '../test/support/byok-desk';
import { chat, type ChatAnswer, type ChatRequest } from '../test/support/chat';
import { callDialect } from '../test/support/dialects';
import { clouds, makeCloudKey } from '../test/support/cloud-credentials';
import { findTraces } from '../test/support/find-traces';
import { getSharedGateway } from '../test/support/gateway';
import {
  answerWell,
  ownText,
  sendJson,
  startOwnProvider,
  type OwnProvider,
} from '../test/support/own-provider';
import { readGeneration } from '../test/support/read-generation';
import { simulatorUrl } from '../test/support/simulator';

const gateway = getSharedGateway();
const model = 'simulator/chat';
const modelMappings = [{ model, upstreamModel: 'house-model' }];
/** Both ends of it would show in what a provider says about it. */
const apiKey = 'Qz7byokhead-0123456789-byoktail9Xw';
/** A change of a policy is in force everywhere by then. */
const inForce = { timeoutMs: 2_000, pollMs: 50 };

let provider: OwnProvider;
let desk: ByokDesk;
let orgKey: OrgKey;

beforeAll(async () => {
  provider = await startOwnProvider();
});
beforeEach(() => {
  provider.behave(answerWell);
  provider.seen.length = 0;
});
afterAll(() => provider.stop());

async function openDesk(creditUsd = 0): Promise<void> {
  desk = await openByokDesk(gateway, creditUsd);
  orgKey = await desk.makeKey();
}

async function addKey(settings: object = {}): Promise<string> {
  const body = { name: 'Prod', baseUrl: provider.url, apiKey, modelMappings, ...settings };
  return (await desk.add(body)).id as string;
}

const call = (key = orgKey, request: Partial<ChatRequest> = {}): Promise<ChatAnswer> =>
  chat(gateway, { bearer: key.key, ...request });

const readText = ({ json }: ChatAnswer): unknown => json?.choices?.[0]?.message?.content;

/** Calls until the answer comes from there. */
function waitForWay(way: 'own' | 'platform', key = orgKey): Promise<ChatAnswer> {
  return waitUntil(
    async () => {
      const answer = await call(key);
      const isOwn = readText(answer) === ownText;
      return answer.status === 200 && isOwn === (way === 'own') ? answer : undefined;
    },
    { ...inForce, what: `an answer by the ${way} way` },
  );
}

describe('a call with an own provider key', () => {
  beforeAll(() => openDesk());

  it('goes there with the secret and the name of the provider, and costs nothing', async () => {
    await addKey();
    const plain = await call();
    expect([plain.status, readText(plain), plain.costNanos]).toEqual([200, ownText, 0n]);
    expect(plain.json).toMatchObject({ model, usage: { prompt_tokens: 7, completion_tokens: 3 } });
    const stream = await call(orgKey, { isStreaming: true });
    expect([stream.status, stream.isDone, stream.costNanos]).toEqual([200, true, 0n]);
    expect(provider.seen).toMatchObject([
      { path: '/v1/chat/completions', headers: { authorization: `Bearer ${apiKey}` } },
      { body: { model: 'house-model', stream: true } },
    ]);
    for (const answer of [plain, stream]) {
      expect(await readGeneration(gateway, answer, orgKey)).toMatchObject({
        is_byok: true,
        is_failover: false,
        model,
        provider: 'byok',
        total_cost: 0,
        reserved: 0,
        tokens_prompt: 7,
      });
    }
    expect(await desk.readCredits()).toMatchObject({ balance: 0, totalUsage: 0 });
  });

  it('is estimated to cost nothing, and to be let in', async () => {
    const body = { endpoint: 'chat', model, messages: [{ role: 'user', content: 'Hello' }] };
    const { json } = await gateway.call('/v1/estimate', { bearer: orgKey.key, body });
    expect(json).toMatchObject({ model, reserve: 0, would: 'admit' });
    expect(json.routes[0]).toEqual({ provider: 'byok', model: 'house-model', price: {} });
    expect(provider.seen).toEqual([]);
  });

  it('shows neither the secret nor anything else of the provider key', async () => {
    const list = await desk.call('');
    expect(list.text).not.toContain(apiKey);
    expect(list.json.keys[0].keyMask).toBe('Qz7...l9Xw');
    expect(await findTraces(gateway, apiKey)).toEqual({ files: [], redisKeys: [], tables: [] });
  });
});

describe('an own provider key', () => {
  beforeAll(() => openDesk(20));

  it('is used where it is bound to and switched on, and until it is deleted', async () => {
    const other = await desk.makeKey();
    const id = await addKey({ scopedApiKeyIds: [orgKey.id] });
    expect(readText(await waitForWay('own'))).toBe(ownText);
    const foreign = await waitForWay('platform', other);
    expect(await readGeneration(gateway, foreign, other)).toMatchObject({ is_byok: false });
    await desk.change(id, { scopedApiKeyIds: [] });
    await waitForWay('own', other);
    await desk.change(id, { modelToggles: { [model]: false } });
    await waitForWay('platform');
    await desk.change(id, { modelToggles: { [model]: true } });
    await waitForWay('own');
    await desk.remove(id);
    const paid = await waitForWay('platform');
    expect(paid.costNanos).toBeGreaterThan(0n);
  });

  it('does not exist for another organization', async () => {
    const id = await addKey();
    const others = await openByokDesk(gateway);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { body: { enabled: false } } : {};
      const [foreign, unknown] = await Promise.all(
        [id, 'byok_01J9ZZZZZZZZZZZZZZZZZZZZZZ'].map((one) =>
          others.call(`/${one}`, { method, ...body }),
        ),
      );
      const { code, message, type } = foreign?.json.error;
      expect([foreign?.status, unknown?.status]).toEqual([404, 404]);
      expect(unknown?.json.error).toMatchObject({ code, message, type });
    }
    expect((await desk.read(id)).enabled).toBe(true);
    const scoped = await others.call(`/${await addTo(others)}`, {
      method: 'PATCH',
      body: { scopedApiKeyIds: [orgKey.id] },
    });
    expect(scoped.status).toBe(400);
    await desk.remove(id);
    // While it is still in force somewhere, the next one cannot be distinguished from it.
    await waitForWay('platform');
  });

  async function addTo(others: ByokDesk): Promise<string> {
    return (await others.add({ name: 'x', baseUrl: provider.url, apiKey: 'sk-x' })).id as string;
  }

  it('of the Anthropic protocol serves Messages and chat', async () => {
    const id = await addKey({ protocol: 'anthropic' });
    const answer = await waitForWay('own');
    expect(answer.costNanos).toBe(0n);
    const messages = await callDialect(gateway, 'messages', {
      bearer: orgKey.key,
      model,
      content: 'Hello',
      body: { max_tokens: 50 },
    });
    expect(messages.status).toBe(200);
    expect(messages.json).toMatchObject({
      content: [{ text: ownText }],
      usage: { tollgate_cost: 0 },
    });
    expect(provider.seen.at(-1)).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': apiKey },
      body: { model: 'house-model' },
    });
    provider.behave((response) => sendJson(response, 200, { input_tokens: 4_242 }));
    const counted = await gateway.call('/v1/messages/count_tokens', {
      bearer: orgKey.key,
      body: { model, messages: [{ role: 'user', content: 'Hello' }] },
    });
    expect(counted.json).toEqual({ input_tokens: 4_242 });
    await desk.remove(id);
    await waitForWay('platform');
  });
});

const leak = `Incorrect API key provided: ${apiKey}. See http://10.0.0.7/?key=${apiKey}`;
const faults: readonly (readonly [string, (response: ServerResponse) => void, number, unknown])[] =
  [
    ['fails', (response) => sendJson(response, 500, fault()), 502, 'upstream_unavailable'],
    [
      'refuses the key',
      (response) => sendJson(response, 401, fault()),
      502,
      'upstream_auth_failed',
    ],
    ['closes the line', (response) => response.destroy(), 502, 'upstream_unreachable'],
    ['hangs', () => undefined, 504, 504],
  ];

function fault(): object {
  return { error: { message: leak, type: 'invalid_request_error', code: 'invalid_api_key' } };
}

describe('while its own provider fails, a call', () => {
  let strict: OrgKey;
  let seamless: OrgKey;

  beforeAll(async () => {
    await openDesk(20);
    [strict, seamless] = [orgKey, await desk.makeKey()];
    await addKey({ fallbackMode: 'strict', scopedApiKeyIds: [strict.id] });
    await addKey({ fallbackMode: 'seamless', scopedApiKeyIds: [seamless.id] });
  });

  it.each(faults)('where the provider %s is answered by the mode', async (_name, ...rest) => {
    const [answer, status, code] = rest;
    provider.behave(answer);
    const [refused, served] = await Promise.all([call(strict), call(seamless)]);
    expect(refused).toMatchObject({ status, error: { code } });
    expect(JSON.stringify(refused.json)).not.toMatch(/byokhead|byoktail|9Xw|10\.0\.0\.7/);
    expect([served.status, readText(served) === ownText]).toEqual([200, false]);
    expect(served.costNanos).toBeGreaterThan(0n);
    expect(await readGeneration(gateway, served, seamless)).toMatchObject({
      is_byok: false,
      is_failover: true,
    });
  });

  it('leaves no trace of what the provider said', async () => {
    expect(await findTraces(gateway, apiKey)).toEqual({ files: [], redisKeys: [], tables: [] });
    expect((await findTraces(gateway, '10.0.0.7/?key')).files).toEqual([]);
  });
});

describe('a provider that refused the key ten times in a row', () => {
  it('is left aside where it may be, and stays enabled', async () => {
    await openDesk(20);
    const id = await addKey();
    provider.behave((response) => sendJson(response, 401, fault()));
    for (let count = 0; count < 10; count++) expect((await call()).status).toBe(200);
    expect(provider.seen).toHaveLength(10);
    const key = await waitUntil(
      async () => {
        const one = await desk.read(id);
        return one.health.status === 'failing' ? one : undefined;
      },
      { timeoutMs: 30_000, what: 'the key to be failing' },
    );
    expect(key).toMatchObject({ enabled: true, health: { failures: 10 } });
    expect(JSON.stringify(key)).not.toContain('byokhead');
    await waitUntil(
      async () => {
        const before = provider.seen.length;
        expect((await call()).status).toBe(200);
        return provider.seen.length === before;
      },
      { ...inForce, what: 'calls to go elsewhere' },
    );
    await desk.change(id, { fallbackMode: 'strict' });
    const refused = await waitUntil(
      async () => {
        const answer = await call();
        return answer.status === 502 ? answer : undefined;
      },
      { ...inForce, what: 'the strict key to be asked' },
    );
    expect(refused.error.code).toBe('upstream_auth_failed');
  });
});

describe('an own key of a cloud', () => {
  it.each(clouds)('over %s proves the calls of its organization', async (cloud) => {
    await openDesk();
    const { apiKey: cloudKey, ...place } = await makeCloudKey(gateway, cloud);
    await desk.add({ name: 'Cloud', ...place, apiKey: cloudKey, modelMappings });
    const answer = await waitUntil(
      async () => {
        const one = await call(orgKey, { content: '[[sim:tokens=3]]' });
        return one.status === 200 ? one : undefined;
      },
      { ...inForce, what: 'the key to be in force' },
    );
    expect(readText(answer)).toBe('The gate opens');
    expect(await readGeneration(gateway, answer, orgKey)).toMatchObject({
      is_byok: true,
      provider: 'byok',
      total_cost: 0,
    });
    const list = await desk.call('');
    const fields = JSON.parse(cloudKey) as Record<string, string>;
    for (const name of ['secretAccessKey', 'clientSecret', 'private_key']) {
      const secret = fields[name]?.slice(-100).split('\n')[0];
      if (secret === undefined) continue;
      expect(list.text).not.toContain(secret);
      const traces = await findTraces(gateway, secret);
      expect(traces).toEqual({ files: [], redisKeys: [], tables: [] });
    }
  });

  it('that cannot be used is refused when it is entered', async () => {
    await openDesk();
    const given = { name: 'Cloud', baseUrl: simulatorUrl(gateway), protocol: 'bedrock' };
    const { json, status } = await desk.call('', {
      body: { ...given, apiKey: '{"accessKeyId":"AKIASIMULATOR0000001"}' },
    });
    expect([status, json.error.param]).toEqual([400, 'apiKey']);
    expect(json.error.message).toBe('apiKey: region is required: like us-east-1');
  });
});
