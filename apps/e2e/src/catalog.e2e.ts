import { randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { findTraces } from '../test/support/find-traces';
import { getSharedGateway, startGateway, type Gateway } from '../test/support/gateway';
import { simulatorUrl } from '../test/support/simulator';

const gateway = getSharedGateway();
const suffix = randomBytes(4).toString('hex');
const provider = `cat-${suffix}`;
const sonnet = 'anthropic/claude-sonnet-4.5';
const today = new Date().toISOString().slice(0, 10);
const inForce = { timeoutMs: 2_000, what: 'the change of the catalog' };

let ada: Account;

beforeAll(async () => {
  ada = await openAccount(gateway);
});

const operate = (path: string, body?: unknown, method?: 'DELETE'): Promise<ApiAnswer> =>
  gateway.call(`/api/admin/${path}`, {
    bearer: gateway.credentials().adminToken,
    ...(body === undefined ? {} : { body }),
    ...(method === undefined ? {} : { method }),
  });
const ask = (model: string) => chat(gateway, { bearer: ada.key, body: { model } });
const list = async (query = ''): Promise<Json[]> =>
  (await gateway.call(`/v1/models${query}`)).json.data as Json[];
const aModel = (id: string, more: object = {}) => ({
  id,
  name: id,
  kind: 'chat',
  prices: { prompt: '1', completion: '2' },
  ...more,
});

describe('the shipped catalog', () => {
  it('has real models of many makers, at their prices', async () => {
    const models = await list('?output_modalities=all');
    expect(models.length).toBeGreaterThanOrEqual(120);
    expect(new Set(models.map(({ owned_by }) => owned_by)).size).toBeGreaterThanOrEqual(10);
    expect(models.find(({ id }) => id === sonnet)).toMatchObject({
      object: 'model',
      type: 'model',
      display_name: 'Claude Sonnet 4.5',
      context_length: 200_000,
      pricing: { prompt: '3', completion: '15', input_cache_read: '0.3', unit: 'per_1m_tokens' },
      status: 'active',
    });
  });

  it.each([
    [sonnet, sonnet],
    ['claude-sonnet-4-5-20250929', sonnet],
    ['openai/gpt-4o', 'openai/gpt-4o'],
    ['google/gemini-2.5-flash', 'google/gemini-2.5-flash'],
    ['xai/grok-4.3', 'x-ai/grok-4.3'],
    ['openai/gpt-5-codex', 'openai/gpt-5-codex'],
  ])('is served by the simulator in development: %s', async (name, model) => {
    const answer = await ask(name);
    expect([answer.status, answer.json.model]).toEqual([200, model]);
    expect(answer.costNanos).toBeGreaterThan(0n);
  });

  it('neither serves nor lists a model without a price', async () => {
    const id = 'qwen/qwen3.7-plus';
    const { error, status } = await ask(id);
    expect([status, error.code]).toEqual([400, 'model_not_priced']);
    const shown = await gateway.call(`/v1/models/${id}`);
    expect([shown.status, shown.json.error.code]).toEqual([400, 'model_not_priced']);
    const { json } = await gateway.call('/v1/models?output_modalities=all');
    expect(json.data.map((model: { id: string }) => model.id)).not.toContain(id);
  });

  it('has no unknown model', async () => {
    const { error, status } = await ask('openai/gpt-nothing');
    expect([status, error.code]).toEqual([400, 'unknown_model']);
  });
});

describe('GET /v1/models', () => {
  const kindsOf = (models: readonly Json[]): string[] =>
    [
      ...new Set(models.flatMap((model) => model.architecture.output_modalities as string[])),
    ].sort();

  it('filters by what comes out', async () => {
    expect((await list()).every((model) => kindsOf([model]).includes('text'))).toBe(true);
    expect(kindsOf(await list('?output_modalities=embeddings,speech'))).toEqual([
      'embeddings',
      'speech',
    ]);
    const all = await list('?output_modalities=all');
    expect(all.length).toBeGreaterThan((await list()).length);
    const answer = await gateway.call('/v1/models?output_modalities=text,smell');
    expect([answer.status, answer.json.error.code]).toEqual([400, 'unsupported_param']);
  });

  it('filters by what a model supports', async () => {
    const models = await list('?supported_parameters=tools,reasoning');
    expect(models.length).toBeGreaterThan(10);
    for (const { supported_parameters } of models) {
      expect(supported_parameters).toEqual(expect.arrayContaining(['tools', 'reasoning']));
    }
  });

  it('answers 304 to a client that has the current list', async () => {
    // Other suites change the catalog: the second question must meet the same one.
    const again = await waitUntil(
      async () => {
        const etag = (await gateway.call('/v1/models')).headers.get('etag') ?? '';
        const headers = { 'if-none-match': etag };
        const answer = await gateway.call('/v1/models', { headers });
        return answer.status === 304 ? answer : undefined;
      },
      { timeoutMs: 30_000, what: 'a list that stays' },
    );
    expect(again.text).toBe('');
    const other = await gateway.call('/v1/models', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it.each([
    'anthropic-claude-sonnet-4.5',
    'anthropic-claude-sonnet-4-5',
    'anthropic%2Fclaude-sonnet-4.5',
    'anthropic/claude-sonnet-4.5',
    'anthropic/claude-sonnet-4-5-20250929',
  ])('/%s is one model', async (slug) => {
    expect((await gateway.call(`/v1/models/${slug}`)).json.id).toBe(sonnet);
  });

  it.each(['nobody-nothing', 'nobody/nothing', 'a/b/c', 'a/b/c/d'])(
    'answers 404 for /%s, which is not in the catalog',
    async (slug) => {
      const { json, status } = await gateway.call(`/v1/models/${slug}`);
      expect([status, json.error.code]).toEqual([404, 'model_not_found']);
    },
  );

  it('finds a model whose id has more than one slash', async () => {
    const id = `${provider}/team/m-deep`;
    expect((await operate('models/import', { models: [aModel(id)] })).status).toBe(200);
    await waitUntil(async () => (await gateway.call(`/v1/models/${id}`)).json.id === id, {
      timeoutMs: 30_000,
    });
  });
});

describe('an import', () => {
  it('makes and changes models in one step, and can be repeated', async () => {
    const models = Array.from({ length: 200 }, (_, index) => aModel(`${provider}/m-${index}`));
    const first = await operate('models/import', { models });
    expect(first.json).toEqual({ created: 200, updated: 0, unchanged: 0 });
    const changed = models.map((model, index) =>
      index === 0 ? { ...model, prices: { prompt: '9', completion: '9' } } : model,
    );
    const second = await operate('models/import', { models: changed });
    expect(second.json).toEqual({ created: 0, updated: 1, unchanged: 199 });
    const path = `models/${encodeURIComponent(`${provider}/m-0`)}`;
    expect((await operate(path)).json).toMatchObject({ priceVersion: 2 });
    await waitUntil(async () => {
      const { json } = await gateway.call(`/v1/models/${provider}/m-0`);
      return json.pricing?.prompt === '9' || undefined;
    }, inForce);
  });

  it.each([
    ['the same model twice', { models: [aModel('a/b'), aModel('a/b')] }],
    ['an unknown field', { models: [aModel('a/b', { colour: 'red' })] }],
    ['a malformed price', { models: [aModel('a/b', { prices: { prompt: '-1' } })] }],
    ['nothing', { models: [] }],
  ])('is refused with %s', async (_about, body) => {
    expect((await operate('models/import', body)).status).toBe(400);
    expect((await gateway.call('/v1/models/a/b')).status).toBe(404);
  });
});

describe('an alias', () => {
  const name = `fast-${suffix}`;

  it('is a further name of a model, within two seconds, until it is taken away', async () => {
    const made = await operate('aliases', { name, model: 'simulator/chat' });
    expect([made.status, made.json]).toMatchObject([201, { name, model: 'simulator/chat' }]);
    const answer = await waitUntil(async () => {
      const last = await ask(name);
      return last.status === 200 ? last : undefined;
    }, inForce);
    expect(answer.json.model).toBe('simulator/chat');
    expect((await operate('aliases', { name, model: 'simulator/chat' })).status).toBe(409);
    expect((await operate(`aliases/${name}`, undefined, 'DELETE')).status).toBe(204);
    await waitUntil(async () => (await ask(name)).status === 400 || undefined, inForce);
    expect((await operate(`aliases/${name}`, undefined, 'DELETE')).status).toBe(404);
  });

  it.each([
    ['of an unknown model', { name: `x-${suffix}`, model: 'nobody/nothing' }, 400],
    ['with a reserved name', { name: 'auto', model: 'simulator/chat' }, 400],
    ['with strange letters', { name: 'Fast one', model: 'simulator/chat' }, 400],
    ['with the name of a model', { name: 'simulator/chat', model: sonnet }, 409],
  ])('%s is refused', async (_about, body, status) => {
    expect((await operate('aliases', body)).status).toBe(status);
  });
});

describe('a retirement', () => {
  const id = `${provider}/old`;
  const path = `models/${encodeURIComponent(id)}/retire`;

  it('is announced beforehand, and from its date on calls are answered 410', async () => {
    await addModel(gateway, { id });
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const body = { effectiveDate: soon, successor: 'simulator/chat' };
    expect((await operate(path, body)).json).toMatchObject({ deprecationDate: soon });
    await waitUntil(async () => {
      const { json } = await gateway.call(`/v1/models/${id}`);
      return json.status === 'end_of_life' || undefined;
    }, inForce);
    expect((await ask(id)).status).toBe(200);

    await operate(path, { effectiveDate: today });
    const gone = await waitUntil(async () => {
      const answer = await gateway.call(`/v1/models/${id}`);
      return answer.status === 410 ? answer : undefined;
    }, inForce);
    expect(gone.json.error).toMatchObject({
      message: `Model ${id} was retired on ${today}`,
      type: 'model_not_available',
      code: 'model_retired',
      metadata: { successor: 'simulator/chat' },
    });
    expect((await ask(id)).status).toBe(410);
    expect((await list()).some((model) => model.id === id)).toBe(false);
  });

  it.each([
    ['without a date', {}],
    ['with an invalid date', { effectiveDate: '2026-02-31' }],
    ['with a successor that is not there', { effectiveDate: today, successor: 'no/body' }],
  ])('%s is refused', async (_about, body) => {
    expect((await operate(path, body)).status).toBe(400);
  });
});

describe('one variable in the environment', () => {
  const key = `sk-environment-${suffix}-0123456789`;
  let own: Gateway & { readonly end: () => Promise<void> };

  beforeAll(async () => {
    own = await startGateway({
      environment: { OPENAI_API_KEY: key, OPENAI_BASE_URL: simulatorUrl(gateway) },
    });
  });

  afterAll(() => own.end());

  it('makes a provider work, and the simulator serves nothing any more', async () => {
    const account = await openAccount(own);
    const use = (model: string) => chat(own, { bearer: account.key, body: { model } });
    expect((await use('openai/gpt-4o')).status).toBe(200);
    expect((await use(sonnet)).status).toBe(503);
    const { items } = await own.operate('/api/admin/provider-keys');
    const found = items.find(({ id }: Json) => id === 'pkey_env-openai');
    expect(found).toMatchObject({ provider: 'openai', enabled: true, keyMask: 'sk-...6789' });
    expect(await findTraces(own, key)).toEqual({ files: [], redisKeys: [], tables: [] });
  });
});
