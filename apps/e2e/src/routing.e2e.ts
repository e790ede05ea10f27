import { randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { openAccounts, type Account } from '../test/support/accounts';
import { addRoutedModel, type NewRoute } from '../test/support/add-routes';
import { chat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
const suffix = randomBytes(4).toString('hex');
let accounts: Account[];
let models = 0;

beforeAll(async () => {
  accounts = await openAccounts(gateway, 4);
});

async function addModel(routes: readonly NewRoute[], document: object = {}): Promise<string> {
  models += 1;
  const id = `routing-${suffix}/model-${models}`;
  await addRoutedModel(gateway, id, routes, { ...document });
  return id;
}

let calls = 0;

async function ask(
  model: string,
  body: Readonly<Record<string, unknown>> = {},
  content = '[[sim:tokens=1]]',
): Promise<ChatAnswer & { readonly account: Account }> {
  calls += 1;
  const account = accounts[calls % accounts.length] as Account;
  const answer = await chat(gateway, { bearer: account.key, content, body: { model, ...body } });
  return { ...answer, account };
}

/** The provider that answered; else the status and the reason. */
async function whoAnswers(model: string, body: Readonly<Record<string, unknown>> = {}) {
  const answer = await ask(model, body);
  if (answer.status !== 200) return `${answer.status} ${answer.error.code}`;
  return answer.headers.get('x-tollgate-provider') ?? '';
}

const priced = (provider: string, prompt: string, more: object = {}): NewRoute => ({
  provider,
  route: { prices: { prompt, completion: prompt }, ...more },
});

describe('what a caller prefers', () => {
  let model: string;

  beforeAll(async () => {
    model = await addModel([
      priced('dear', '9', { dataCollection: 'allow', quantization: 'fp8' }),
      priced('cheap', '1', { dataCollection: 'deny', supportedParameters: ['max_tokens'] }),
      priced('middle', '5', {
        dataCollection: 'allow',
        supportedParameters: ['seed', 'max_tokens'],
      }),
    ]);
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'dear'],
    ['an order', { order: ['middle', 'cheap'] }, 'middle'],
    ['only some', { only: ['cheap', 'middle'] }, 'cheap'],
    ['not one of them', { ignore: ['dear'] }, 'cheap'],
    ['the cheapest', { sort: 'price' }, 'cheap'],
    ['the cheapest, as an object', { sort: { by: 'price', partition: 'none' } }, 'cheap'],
    ['a price that one of them keeps', { max_price: { prompt: 2 } }, 'cheap'],
    ['a price below all routes', { max_price: { prompt: 0.5 } }, '400 unsupported_param'],
    ['no collection of data', { data_collection: 'deny' }, 'cheap'],
    ['a quantization', { quantizations: ['fp8'] }, 'dear'],
    ['a quantization without a route', { quantizations: ['int4'] }, '503 503'],
    ['an unknown provider', { only: ['nobody'] }, '503 503'],
  ])('is followed: %s', async (_, provider, expected) => {
    expect(await whoAnswers(model, { provider })).toBe(expected);
  });

  it('is followed: only routes that support every parameter', async () => {
    const provider = { require_parameters: true, only: ['cheap', 'middle'] };
    expect(await whoAnswers(model, { seed: 1, max_tokens: 5, provider })).toBe('middle');
  });

  it.each([
    [':floor', 'cheap'],
    [':nitro', expect.any(String)],
  ])('may be a part of the name: %s', async (shortcut, expected) => {
    expect(await whoAnswers(`${model}${shortcut}`)).toEqual(expected);
  });

  it('decides about fallbacks, too', async () => {
    const id = await addModel([
      { provider: 'bad', script: 'status=500' },
      { provider: 'worse', script: 'status=500' },
      { provider: 'good' },
    ]);
    expect(await whoAnswers(id)).toBe('good');
    const none = await ask(id, { provider: { allow_fallbacks: false } });
    expect(none.status).toBe(502);
    const listed = { allow_fallbacks: false, order: ['worse', 'good'] };
    expect(await whoAnswers(id, { provider: listed })).toBe('good');
    const bad = await ask(id, { provider: { ...listed, order: ['bad', 'worse'] } });
    expect(bad.status).toBe(502);
  });
});

describe('equal routes', () => {
  it('share the calls by their weights', async () => {
    const id = await addModel([
      { provider: 'one', route: { priority: 1, weight: 1 } },
      { provider: 'three', route: { priority: 1, weight: 3 } },
    ]);
    const names = await Promise.all(Array.from({ length: 160 }, () => whoAnswers(id)));
    const share = names.filter((name) => name === 'three').length / names.length;
    // 120 expected of 160; both bounds are almost five deviations away.
    expect(share).toBeGreaterThan(0.58);
    expect(share).toBeLessThan(0.92);
  });

  it('keep a prompt that their caches may hold where it went first', async () => {
    const equal = { priority: 1, weight: 1 };
    const id = await addModel(['a', 'b', 'c', 'd'].map((provider) => ({ provider, route: equal })));
    const account = accounts[0] as Account;
    const prefix = 'The same long beginning of every prompt. '.repeat(40);
    const answerer = async (end: number): Promise<string> => {
      const content = `${prefix} ${end} [[sim:tokens=1]]`;
      const answer = await chat(gateway, { bearer: account.key, content, body: { model: id } });
      return answer.headers.get('x-tollgate-provider') ?? '';
    };
    const first = await answerer(0);
    const others = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(answerer));
    expect(new Set(others)).toEqual(new Set([first]));
  });
});

describe('a search of the web', () => {
  it('goes to a route that can search, under a name that ends in :online', async () => {
    const id = await addModel(
      [
        { provider: 'offline', route: { supportedParameters: ['max_tokens'] } },
        { provider: 'online', route: { supportedParameters: ['max_tokens', 'plugins'] } },
      ],
      { prices: { prompt: '1', completion: '2', web: '0.01' } },
    );
    expect(await whoAnswers(id)).toBe('offline');
    expect(await whoAnswers(`${id}:online`)).toBe('online');
    // The search engine of the gateway finds nothing about an empty question.
    const nobody = await addModel([{ provider: 'p', route: { supportedParameters: ['seed'] } }]);
    expect(await whoAnswers(`${nobody}:online`)).toBe('502 upstream_unavailable');
  });

  describe('costs its fee', () => {
    const fee = { prices: { prompt: '0', completion: '1', web: '0.01' } };
    const searching = { supportedParameters: ['max_tokens', 'plugins'] };
    const offline = { supportedParameters: ['max_tokens'] };
    const web = { plugins: [{ id: 'web' }], max_tokens: 5 };
    const costOf = async (model: string, body: object): Promise<[number, string | null]> => {
      const { costNanos, headers } = await ask(model, { ...body });
      return [Number(costNanos), headers.get('x-tollgate-dropped')];
    };

    it('only where the plugin is on and the route searches', async () => {
      const able = await addModel([{ provider: 'able', route: searching }], fee);
      const unable = await addModel([{ provider: 'unable', route: offline }], fee);
      expect(await costOf(able, web)).toEqual([10_001_000, null]);
      expect(await costOf(`${able}:online`, { max_tokens: 5 })).toEqual([10_001_000, null]);
      const off = { plugins: [{ id: 'web', enabled: false }], max_tokens: 5 };
      expect(await costOf(able, off)).toEqual([1_000, null]);
      expect(await costOf(unable, web)).toEqual([1_000, 'plugins.web']);
      expect(await costOf(unable, { ...web, stream: true })).toEqual([1_000, 'plugins.web']);
      expect(await costOf(unable, off)).toEqual([1_000, null]);
    });

    it('by the route that answered in the end', async () => {
      const down = { script: 'status=500' };
      const first = await addModel(
        [
          { provider: 'searching', route: searching, ...down },
          { provider: 'offline', route: offline },
        ],
        fee,
      );
      expect(await costOf(first, web)).toEqual([1_000, 'plugins.web']);
      const second = await addModel(
        [
          { provider: 'offline', route: offline, ...down },
          { provider: 'searching', route: searching },
        ],
        fee,
      );
      expect(await costOf(second, web)).toEqual([10_001_000, null]);
    });
  });
});

describe('an estimate', () => {
  it('takes the route that the call would take, whatever the name', async () => {
    const id = await addModel([priced('dear', '9'), priced('cheap', '1')]);
    const { key: bearer } = accounts[0] as Account;
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = { model: `tollgate/${id}:floor`, messages, provider: { ignore: ['nobody'] } };
    const estimate = async (fields: object) =>
      (await gateway.call('/v1/estimate', { bearer, body: { ...body, ...fields } })).json;
    expect(await estimate({})).toMatchObject({
      model: id,
      routes: [{ provider: 'cheap' }, { provider: 'dear' }],
      would: 'admit',
    });
    const only = { provider: { only: ['dear'] } };
    expect(await estimate(only)).toMatchObject({ routes: [{ provider: 'dear' }] });
    const auto = await estimate({ model: 'auto' });
    expect([auto.would, auto.routes.length > 0]).toEqual(['admit', true]);
    const unnamed = await estimate({ model: undefined, models: [id] });
    expect(unnamed).toMatchObject({ model: id });
  });

  it('of a free model reserves nothing, and takes nothing of its quota', async () => {
    const id = await addModel([{ provider: 'free' }]);
    const path = `/api/admin/free-tiers/${encodeURIComponent(id)}`;
    const quota = { rpm: 1_000, dailyUnits: 1, fundedMultiplier: 1 };
    await gateway.operate(path, { method: 'PUT', body: quota });
    const { key: bearer } = accounts[0] as Account;
    const body = { model: id, messages: [{ role: 'user', content: 'Hello' }] };
    const estimate = async () => (await gateway.call('/v1/estimate', { bearer, body })).json;
    const isFree = async (): Promise<boolean> => (await estimate()).reserve === 0;
    await waitUntil(isFree, { timeoutMs: 30_000, what: 'the free tier' });
    expect(await estimate()).toMatchObject({ reserve: 0, would: 'admit' });
    expect((await chat(gateway, { bearer, body: { model: id } })).costNanos).toBe(0n);
    expect((await estimate()).reserve).toBeGreaterThan(0);
  });
});
