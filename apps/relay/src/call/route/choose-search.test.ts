import { personalPolicy, type ByokKey } from '@tollgate/policy';
import type { ModelFamily } from '@tollgate/model-spec';
import { estimateTokens } from '@tollgate/pricing';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  type CallChanges,
} from '../../../test/support/build-calls';
import type { ModelDocument, ProviderRoute } from '../../catalog/catalog';
import { chooseRoute } from './choose-route';
import type { CallCandidate } from './routed-call';

const searchEngine = {
  ...{ resultsMax: 5, promptTokens: 2_000, pricePicos: 5_000_000_000n },
  keepsNothing: false,
};
const tools = { web_search: '0.01' };
const web = { plugins: [{ id: 'web' }] };

interface Chosen {
  readonly prices?: ModelDocument['prices'];
  readonly route?: Partial<ProviderRoute>;
  readonly changes?: CallChanges;
  readonly engine?: typeof searchEngine | undefined;
  readonly family?: ModelFamily;
}

function choose(chosen: Chosen): CallCandidate {
  const { changes, engine, family = 'other', prices, route } = chosen;
  const model = { ...aModel({ prices: { prompt: '1', completion: '2', ...prices } }), family };
  const snapshot = aSnapshot([model], { [model.id]: [aRoute(route)] });
  const call = aParsedCall({ body: web, ...changes });
  return chooseRoute(call, aRouting(snapshot, { searchEngine: engine })).candidates[0];
}

const engine = searchEngine;
const family = 'openai';
const unlimited = { max_tool_calls: undefined };

function readSentBody(candidate: CallCandidate): Record<string, unknown> {
  const { request } = candidate.request.prepare(candidate, candidate.face);
  return JSON.parse(request.body) as Record<string, unknown>;
}

describe('how a candidate searches the web', () => {
  it.each([
    ['openai', 'plugins'],
    ['anthropic', 'plugins'],
    ['gemini', 'engine'],
  ] as const)('%s with plugins: %s', (protocol, kind) => {
    const route = { protocol, supportedParameters: ['plugins'] };
    expect(choose({ route, engine, prices: { web: '0.01' } }).search?.kind).toBe(kind);
  });

  it('by no plugin without a price for it, and the provider is sent none', () => {
    const route = { supportedParameters: ['plugins'] };
    const body = { plugins: [{ id: 'web' }, { id: 'other' }] };
    expect(choose({ route, engine }).search?.kind).toBe('engine');
    const unsearched = choose({ route, changes: { body } });
    expect(unsearched.search).toBeUndefined();
    expect(readSentBody(unsearched)['plugins']).toEqual([{ id: 'other' }]);
    const free = choose({ route, changes: { body }, prices: { web: '0' } });
    expect(readSentBody(free)['plugins']).toEqual(body.plugins);
  });

  it.each(['chat', 'responses', 'messages'] as const)(
    'OpenRouter over %s: by the plugin, with its own engine and the results that are priced',
    (dialect) => {
      const plugins = [{ id: 'web', max_results: 50, engine: 'native' }, { id: 'file-parser' }];
      const changes = { body: { plugins }, dialect };
      const chosen = choose({ route: { provider: 'openrouter' }, changes, engine });
      expect(chosen.search?.kind).toBe('plugins');
      expect(chosen.prices.webPicos).toBe(20_000_000_000n);
      const sent = [{ id: 'web', engine: 'exa', max_results: 5 }];
      expect(readSentBody(chosen)['plugins']).toEqual(sent);
    },
  );

  it('OpenRouter: at the price of the model, where it has one', () => {
    const chosen = choose({ route: { provider: 'openrouter' }, prices: { web: '0.5' } });
    expect(chosen.prices.webPicos).toBe(500_000_000_000n);
  });

  it.each(['anthropic', 'vertex-anthropic', 'gemini', 'vertex', 'responses'] as const)(
    'the %s protocol: by its own tool, where it has a price',
    (protocol) => {
      const route = { protocol };
      expect(choose({ route, prices: { tools }, engine }).search?.kind).toBe('native');
      expect(choose({ route, engine }).search?.kind).toBe('engine');
      expect(choose({ route }).search).toBeUndefined();
    },
  );

  it.each([
    ['openai', 'gpt-5', 'responses'],
    ['openai', 'gpt-4o-search-preview', 'openai'],
    ['xai', 'grok-4', 'responses'],
  ])('%s with %s: over the %s protocol', (provider, upstreamModel, protocol) => {
    const route = { provider, upstreamModel };
    const { adapter, search } = choose({ route, prices: { tools }, engine });
    expect([search?.kind, adapter.protocol]).toEqual(['native', protocol]);
  });

  it('a provider that always searches is asked for nothing', () => {
    const { search, target } = choose({ route: { provider: 'perplexity' }, engine });
    expect([search?.kind, target.searchesAlways]).toEqual(['native', true]);
  });

  it('other providers of the same protocol: by the engine, even with a price', () => {
    expect(choose({ prices: { tools }, engine }).search?.kind).toBe('engine');
  });

  it('a tool of Messages: by the plugin of another protocol, which is charged', () => {
    const body = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] };
    const changes = { body, dialect: 'messages' as const };
    const chosen = choose({ route: { provider: 'openrouter' }, changes });
    expect(readSentBody(chosen)['plugins']).toEqual([{ id: 'web', engine: 'exa', max_results: 5 }]);
    expect(chosen.work.usesWeb).toBe(true);
    const unpriced = choose({ route: { supportedParameters: ['plugins', 'tools'] }, changes });
    expect(readSentBody(unpriced)['plugins']).toBeUndefined();
    expect(unpriced.work.usesWeb).toBe(false);
  });

  it('a call that denies the collection of its data: by no engine that may keep it', () => {
    const body = { ...web, provider: { data_collection: 'deny' } };
    const changes = { body };
    const kept = { ...engine, keepsNothing: true };
    const kind = (chosen: Chosen): string | undefined => choose(chosen).search?.kind;
    expect(kind({ changes, engine })).toBeUndefined();
    expect(kind({ changes, engine: kept })).toBe('engine');
    expect(kind({ changes, route: { provider: 'openrouter' } })).toBeUndefined();
    expect(kind({ changes, route: { protocol: 'anthropic' }, prices: { tools } })).toBe('native');
  });

  it('a call that denies it and insists on a search: fails, and says why', () => {
    const model = 'acme/small:online';
    const body = { model, provider: { data_collection: 'deny' } };
    const changes = { body };
    expect(() => choose({ changes, engine })).toThrow('by :online beside provider.data_collection');
  });

  it('a call that does not ask for it: not at all', () => {
    const route = { protocol: 'anthropic' as const };
    const changes = { body: {} };
    expect(choose({ route, prices: { tools }, changes, engine }).search).toBeUndefined();
  });

  it('keys of an organization never use the engine, because their calls are not charged', () => {
    const key = {
      id: 'byok',
      protocol: 'openai',
      baseUrl: 'https://own.test/v1',
      isSeamless: false,
    };
    const byok = {
      ...key,
      upstreamModels: new Map([['acme/small', 'up']]),
      scopedKeyIds: new Set<string>(),
    } as unknown as ByokKey;
    const policy = { ...personalPolicy, byokKeys: [byok] };
    expect(choose({ changes: { body: web, policy }, engine }).search).toBeUndefined();
  });
});

describe('the hold of a search', () => {
  const plain = choose({ changes: { body: {} } });
  const cost = ({ prices, work }: CallCandidate) => estimateTokens(prices, work);

  it('of the engine has its fee and the tokens of the results', () => {
    const searching = choose({ engine });
    expect(searching.work.promptTokens - plain.work.promptTokens).toBe(2_000);
    expect(cost(searching) - cost(plain)).toBe(5_000_000n + 2_000_000n);
  });

  it('of the engine has the prompt of every choice, which is a request of its own', () => {
    const [one, three] = [1, 3].map((n) => choose({ engine, changes: { body: { ...web, n } } }));
    expect([one?.work.calls, three?.work.calls]).toEqual([1, 3]);
    expect(choose({ changes: { body: { n: 3 } } }).work.calls).toBe(1);
  });

  it('of the engine has its fee once for all choices', () => {
    const priced = (price: string): bigint =>
      cost(choose({ engine, prices: { web: price }, changes: { body: { ...web, n: 3 } } }));
    expect(priced('0.005') - priced('0')).toBe(5_000_000n);
  });

  it('of the engine has the price of the model, even if it is 0', () => {
    const free = choose({ engine, prices: { web: '0' } });
    expect(cost(free) - cost(plain)).toBe(2_000_000n);
  });

  it('of a provider has each use that it may make', () => {
    const route = { protocol: 'anthropic' as const };
    const body = { plugins: [{ id: 'web', max_uses: 2 }] };
    const changes = { body, dialect: 'messages' as const };
    const { search, work } = choose({ route, prices: { tools }, changes });
    expect(search).toMatchObject({ kind: 'native', usesMax: 2, billedMax: 2 });
    expect(work.usesWeb).toBe(false);
    expect(work.extras?.tools).toEqual([{ name: 'web_search', param: 'plugins', usesMax: 2 }]);
  });

  it.each([
    ['of a Responses call has the plugin limit, whatever the caller allows', {}, 3],
    ['has the limit of all tools beside another hosted tool', { tools: [{ type: 'shell' }] }, 500],
    ['has ours where the caller gives none', { tools: [{ type: 'shell' }], ...unlimited }, 10],
  ])('%s', (_, given, limit) => {
    const body = { ...web, max_tool_calls: 500, ...given };
    const changes = { body, dialect: 'responses' as const };
    const priced = { tools: { ...tools, shell: '0.01' } };
    const chosen = choose({ route: { protocol: 'responses' }, prices: priced, changes, family });
    const promptTokens = Math.min(10, limit) * 8_000;
    expect(chosen.search).toMatchObject({ usesMax: limit, billedMax: limit, promptTokens });
    expect(chosen.work.extras?.tools).toContainEqual({
      ...{ name: 'web_search', param: 'plugins', usesMax: limit },
    });
    const { max_tool_calls: sent } = readSentBody(chosen);
    expect(sent).toBe(limit);
  });

  it.each([
    ['xai', 'responses', 'grok-4', 10],
    ['google', 'gemini', 'gemini-3-pro', 10],
    ['google', 'gemini', 'gemini-2.5-pro', 1],
    ['google', 'vertex', 'gemini-3-pro', 10],
  ] as const)(
    'of %s over %s with %s has %d searches',
    (provider, protocol, upstreamModel, uses) => {
      const route = { provider, protocol, upstreamModel };
      const { search, work } = choose({ route, prices: { tools } });
      const promptTokens = Math.max(3, uses) * 8_000;
      expect(search).toMatchObject({ usesMax: 3, billedMax: uses, promptTokens });
      expect(work.extras?.tools).toMatchObject([{ name: 'web_search', usesMax: uses }]);
    },
  );

  it('has ten for a search of the caller where the provider keeps no limit', () => {
    const body = { tools: [{ type: 'web_search' }], max_tool_calls: 1 };
    const changes = { body, dialect: 'responses' as const };
    const held = (given: ModelFamily) =>
      choose({ route: { protocol: 'responses' }, prices: { tools }, changes, family: given }).work;
    expect(held('openai').extras?.tools).toMatchObject([{ usesMax: 1 }]);
    expect(held('other').extras?.tools).toMatchObject([{ usesMax: 10 }]);
  });

  it.each([
    [3, 3],
    [50, 5],
    ['many', 5],
    [0, 5],
  ])('max_results %s puts %d results into the prompt', (asked, resultsMax) => {
    const body = { plugins: [{ id: 'web', max_results: asked }] };
    expect(choose({ engine, changes: { body } }).search).toMatchObject({ resultsMax });
  });
});
