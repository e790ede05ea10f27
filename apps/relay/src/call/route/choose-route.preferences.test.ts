import { AppError } from '@tollgate/errors';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  noKnowledge,
} from '../../../test/support/build-calls';
import type { ProviderRoute } from '../../catalog/catalog';
import { chooseRoute, type Routing } from './choose-route';

type Body = Record<string, unknown>;

function route(id: string, changes: Partial<ProviderRoute> = {}): ProviderRoute {
  return aRoute({ id, provider: id, ...changes });
}

function order(
  routes: ProviderRoute[],
  body: Body,
  changes: Partial<Routing> = {},
): string[] | string {
  const snapshot = aSnapshot([aModel({ supportedParameters: [] })], { 'acme/small': routes });
  try {
    const routed = chooseRoute(aParsedCall({ body }), aRouting(snapshot, changes));
    return routed.candidates.map((candidate) => candidate.route.id);
  } catch (error) {
    if (error instanceof AppError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

const abc = [route('a', { priority: 1 }), route('b', { priority: 2 }), route('c', { priority: 3 })];

describe('the preferences of a caller', () => {
  it.each<[Body, string[] | string]>([
    [{}, ['a', 'b', 'c']],
    [{ order: ['c', 'b'] }, ['c', 'b', 'a']],
    [{ order: ['C'] }, ['c', 'a', 'b']],
    [{ order: ['nobody', 'b'] }, ['b', 'a', 'c']],
    [{ order: [] }, ['a', 'b', 'c']],
    [{ only: ['b', 'c'] }, ['b', 'c']],
    [{ only: [] }, ['a', 'b', 'c']],
    [{ only: ['nobody'] }, 'no_route: No provider of acme/small is left by provider.only'],
    [{ ignore: ['a'] }, ['b', 'c']],
    [{ ignore: ['a', 'b', 'c'] }, 'no_route: No provider of acme/small is left by provider.ignore'],
    [
      { only: ['a'], ignore: ['a'] },
      'no_route: No provider of acme/small is left by provider.ignore',
    ],
    [{ allow_fallbacks: false }, ['a']],
    [{ allow_fallbacks: false, order: ['c', 'b'] }, ['c', 'b']],
    [
      { allow_fallbacks: false, order: ['x'] },
      'no_route: No provider of acme/small is left by provider.order',
    ],
    [{ allow_fallbacks: true }, ['a', 'b', 'c']],
    [{ order: ['c'], ignore: ['c'] }, ['a', 'b']],
  ])('%j tries %j', (provider, expected) => {
    expect(order(abc, { provider })).toEqual(expected);
  });

  const kinds = [
    route('a', { priority: 1, dataCollection: 'allow', quantization: 'fp8' }),
    route('b', { priority: 2, dataCollection: 'deny', quantization: 'int4' }),
    route('c', { priority: 3, dataCollection: 'deny' }),
  ];
  it.each<[Body, string[] | string]>([
    [{ data_collection: 'allow' }, ['a', 'b', 'c']],
    [{ data_collection: 'deny' }, ['b', 'c']],
    [{ quantizations: ['FP8', 'int4'] }, ['a', 'b']],
    [{ quantizations: ['unknown'] }, ['c']],
    [
      { quantizations: ['fp16'] },
      'no_route: No provider of acme/small is left by provider.quantizations',
    ],
    [
      { data_collection: 'deny', only: ['a'] },
      'no_route: No provider of acme/small is left by provider.data_collection',
    ],
  ])('%j keeps %j', (provider, expected) => {
    expect(order(kinds, { provider })).toEqual(expected);
  });

  const priced = [
    route('dear', { priority: 1, prices: { prompt: '5', completion: '10', request: '0.01' } }),
    route('plain', { priority: 2 }),
    route('cheap', { priority: 3, prices: { prompt: '0.9', completion: '9' } }),
  ];
  it.each<[Body, string[] | string]>([
    [{ max_price: { prompt: 1 } }, ['plain', 'cheap']],
    [{ max_price: { prompt: '1', completion: 2 } }, ['plain']],
    [{ max_price: { request: 0 } }, ['plain', 'cheap']],
    [{ max_price: { image: 0.5 } }, ['dear', 'plain', 'cheap']],
    [{ max_price: {} }, ['dear', 'plain', 'cheap']],
    [
      { max_price: { prompt: 0.1 } },
      'unsupported_param: No provider of acme/small is left by provider.max_price',
    ],
    [{ sort: 'price' }, ['plain', 'cheap', 'dear']],
    [{ sort: { by: 'price' } }, ['plain', 'cheap', 'dear']],
    [{ sort: 'price', order: ['dear'] }, ['dear', 'plain', 'cheap']],
    [{ sort: 'price', allow_fallbacks: false }, ['plain']],
  ])('%j with prices tries %j', (provider, expected) => {
    expect(order(priced, { provider })).toEqual(expected);
  });

  it.each([
    [{ model: 'acme/small:floor' }, ['cheap', 'plain', 'dear']],
    [{ model: 'acme/small:floor', provider: { sort: 'price' } }, ['plain', 'cheap', 'dear']],
  ])('%j sorts by the prompt price unless the request sorts otherwise', (body, expected) => {
    expect(order(priced, body)).toEqual(expected);
  });

  const able = [
    route('some', { priority: 1, supportedParameters: ['temperature', 'max_tokens'] }),
    route('all', {
      priority: 2,
      supportedParameters: ['temperature', 'max_tokens', 'seed', 'tools', 'plugins'],
      prices: { web: '0.01' },
    }),
    route('silent', { priority: 3 }),
    route('gemini', { priority: 4, protocol: 'gemini', supportedParameters: ['plugins', 'tools'] }),
  ];
  const tools = [{ type: 'function', function: { name: 'f' } }];
  it.each<[Body, string[] | string]>([
    [{ seed: 1 }, ['some', 'all', 'silent', 'gemini']],
    [{ seed: 1, provider: { require_parameters: true } }, ['all', 'silent']],
    [{ seed: null, provider: { require_parameters: true } }, ['some', 'all', 'silent', 'gemini']],
    [
      { max_completion_tokens: 5, provider: { require_parameters: true } },
      ['some', 'all', 'silent'],
    ],
    [
      { logit_bias: {}, provider: { require_parameters: true, ignore: ['silent'] } },
      'no_route: No provider of acme/small is left by provider.require_parameters',
    ],
    [{ tools }, ['all', 'silent', 'gemini']],
    [
      { tools, provider: { only: ['some'] } },
      'no_route: No provider of acme/small is left by tools',
    ],
    [{ model: 'acme/small:online' }, ['all']],
    [{ plugins: [{ id: 'web' }] }, ['some', 'all', 'silent', 'gemini']],
    [
      { model: 'acme/small:online', plugins: [{ id: 'web', enabled: false }] },
      ['some', 'all', 'silent', 'gemini'],
    ],
    [
      { model: 'acme/small:online', provider: { ignore: ['all'] } },
      'no_route: No provider of acme/small is left by :online',
    ],
  ])('%j needs %j', (body, expected) => {
    expect(order(able, body)).toEqual(expected);
  });
});

describe('the order of equals', () => {
  const weighted = [
    route('light', { weight: 1 }),
    route('heavy', { weight: 9 }),
    route('spare', { weight: 0 }),
    route('later', { priority: 2, weight: 100 }),
  ];

  it('follows their weights inside a priority', () => {
    const firsts = { light: 0, heavy: 0, spare: 0, later: 0 };
    // Every tenth of the range of both draws: an even sample without chance.
    const steps = Array.from({ length: 20 }, (_, index) => (index + 0.5) / 20);
    for (const left of steps) {
      for (const right of steps) {
        const draws = [left, right];
        const ids = order(weighted, {}, { random: () => draws.shift() ?? 0.5 });
        firsts[ids[0] as keyof typeof firsts] += 1;
        expect(ids.slice(2)).toEqual(['spare', 'later']);
      }
    }
    expect(firsts.heavy / (firsts.heavy + firsts.light)).toBeCloseTo(0.9, 1);
    expect(firsts.spare + firsts.later).toBe(0);
  });

  it.each<[string, Partial<Routing>, Body, string[]]>([
    ['an unhealthy one last', { knowledge: unhealthy('a') }, {}, ['b', 'c', 'a']],
    [
      'all of them while all are unhealthy',
      { knowledge: unhealthy('a', 'b', 'c') },
      {},
      ['a', 'b', 'c'],
    ],
    [
      'an unhealthy one last also where it was asked for first',
      { knowledge: unhealthy('c') },
      { provider: { order: ['c', 'b'] } },
      ['b', 'a', 'c'],
    ],
    ['the one with the prompt in its cache first', { findSticky: () => 'c' }, {}, ['c', 'a', 'b']],
    [
      'not that one when it is unhealthy',
      { findSticky: () => 'c', knowledge: unhealthy('c') },
      {},
      ['a', 'b', 'c'],
    ],
    [
      'not that one against the order of the caller',
      { findSticky: () => 'c' },
      { provider: { order: ['b'] } },
      ['b', 'a', 'c'],
    ],
  ])('puts %s', (_what, changes, body, expected) => {
    expect(order(abc, body, changes)).toEqual(expected);
  });

  it('marks the one that is first for its cache, and no other', () => {
    const snapshot = aSnapshot([aModel()], { 'acme/small': abc });
    const routing = aRouting(snapshot, { findSticky: () => 'c' });
    const { candidates } = chooseRoute(aParsedCall(), routing);
    expect(candidates.map(({ isSticky }) => isSticky)).toEqual([true, undefined, undefined]);
  });

  const measured: Partial<Routing> = {
    knowledge: {
      ...noKnowledge,
      findLatencyMs: ({ route: { id } }) => ({ a: 900, b: 100, c: undefined, d: 300 })[id],
      findTokensPerSecond: ({ route: { id } }) => ({ a: 90, b: 10, c: undefined, d: 30 })[id],
    },
  };
  const abcd = [...abc, route('d', { priority: 4 })];
  it.each([
    [{ provider: { sort: 'latency' } }, ['b', 'c', 'd', 'a']],
    [{ provider: { sort: 'throughput' } }, ['a', 'c', 'd', 'b']],
    [{ provider: { sort: { by: 'throughput', partition: 'model' } } }, ['a', 'c', 'd', 'b']],
    [{ model: 'acme/small:nitro' }, ['a', 'c', 'd', 'b']],
    [{ model: 'acme/small:nitro', provider: { sort: 'latency' } }, ['b', 'c', 'd', 'a']],
  ])('of %j is %j: the unknown counts as the median', (body, expected) => {
    expect(order(abcd, body, measured)).toEqual(expected);
  });
});

function unhealthy(...ids: string[]): Routing['knowledge'] {
  return { ...noKnowledge, isHealthy: (id) => !ids.includes(id) };
}

describe('several models', () => {
  const models = [aModel(), aModel({ id: 'acme/big', prices: { prompt: '0.5', completion: '1' } })];
  const snapshot = aSnapshot(models, {
    'acme/small': [
      route('s1', { priority: 1 }),
      route('s2', { priority: 2, prices: { prompt: '0.1' } }),
    ],
    'acme/big': [route('b1'), route('b2', { priority: 2, prices: { prompt: '9' } })],
  });
  const waterfall = { model: 'acme/small', models: ['acme/big'] };
  const ids = (body: Body, changes: Partial<Routing> = {}): string[] =>
    chooseRoute(
      aParsedCall({ body: { ...waterfall, ...body } }),
      aRouting(snapshot, changes),
    ).candidates.map(({ model, route: { id } }) => `${model.id} ${id}`);

  it.each<[Body, string[]]>([
    [{}, ['acme/small s1', 'acme/small s2', 'acme/big b1', 'acme/big b2']],
    [
      { provider: { sort: 'price' } },
      ['acme/small s2', 'acme/small s1', 'acme/big b1', 'acme/big b2'],
    ],
    [
      { provider: { sort: { by: 'price', partition: 'none' } } },
      ['acme/big b1', 'acme/small s2', 'acme/small s1', 'acme/big b2'],
    ],
    [{ provider: { allow_fallbacks: false } }, ['acme/small s1', 'acme/big b1']],
    [{ provider: { only: ['b2'] } }, ['acme/big b2']],
  ])('are tried one after the other: %j as %j', (body, expected) => {
    expect(ids(body)).toEqual(expected);
  });

  it('come before what is unhealthy in any of them', () => {
    expect(ids({}, { knowledge: unhealthy('s1', 's2') })).toEqual([
      'acme/big b1',
      'acme/big b2',
      'acme/small s1',
      'acme/small s2',
    ]);
  });

  it('carry what is their own', () => {
    const { candidates } = chooseRoute(aParsedCall({ body: waterfall }), aRouting(snapshot));
    expect(candidates.map(({ face }) => face.model)).toEqual([
      'acme/small',
      'acme/small',
      'acme/big',
      'acme/big',
    ]);
  });

  it('leave out one that cannot do what is asked', () => {
    const silent = aModel({ supportedParameters: ['temperature'] });
    const limited = aSnapshot([silent, aModel({ id: 'acme/big' })], { '*': [route('any')] });
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const call = aParsedCall({ body: { ...waterfall, tools } });
    const { candidates } = chooseRoute(call, aRouting(limited));
    expect(candidates.map(({ model }) => model.id)).toEqual(['acme/big']);
  });
});

describe('the level of a route', () => {
  const fallback = { ...aSnapshot([aModel()], {}), defaultRoutes: [route('default')] };

  it('is the default key where no pattern fits', () => {
    const { candidates } = chooseRoute(aParsedCall(), aRouting(fallback));
    expect(candidates[0]).toMatchObject({
      route: { id: 'default' },
      target: { upstreamModel: 'small' },
    });
  });

  it('is never the default key for a model outside the catalog', () => {
    const call = aParsedCall({ body: { model: 'acme/other' } });
    expect(() => chooseRoute(call, aRouting(fallback))).toThrow(/not in the catalog/);
  });

  it.each([
    ['no price', {}, 'model_not_priced'],
    ['a price', { prices: { prompt: '1', completion: '2' } }, 'acme/other'],
  ])('is a wildcard with %s for such a model', (_what, changes, expected) => {
    const snapshot = aSnapshot([], { 'acme/*': [route('any', changes)] });
    const call = aParsedCall({ body: { model: 'acme/other' } });
    let seen: string;
    try {
      seen = chooseRoute(call, aRouting(snapshot)).candidates[0].model.id;
    } catch (error) {
      seen = (error as AppError).reason;
    }
    expect(seen).toBe(expected);
  });

  it('prefers candidates with room for the prompt, but keeps them all when none has', () => {
    const long = { messages: [{ role: 'user', content: 'word '.repeat(500) }] };
    const routes = [route('a', { contextLength: 600 }), route('b', { contextLength: 10_000 })];
    expect(order(routes, long)).toEqual(['b']);
    expect(order([routes[0]!], long)).toEqual(['a']);
  });
});
