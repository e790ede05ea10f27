import { join } from 'node:path';
import { hasPriceFor } from '@tollgate/pricing';
import { autoTables, autoTierNames, levelTiers, makeAutoTierKey } from '../tiers';
import { isVideoProtocol } from '../catalog';
import { readPrices } from '../read-prices';
import { readSeed } from './seed';

const seed = readSeed(join(__dirname, '../../../seed'));
const documents = seed.models.map(({ document }) => document);
const ids = new Set(documents.map(({ id }) => id));
const providerOf = (id: string): string => id.slice(0, id.indexOf('/'));

describe('the catalog that is shipped', () => {
  it('has at least 120 models of at least 10 providers, each once', () => {
    expect(ids.size).toBe(documents.length);
    expect(ids.size).toBeGreaterThanOrEqual(120);
    expect(new Set([...ids].map(providerOf)).size).toBeGreaterThanOrEqual(10);
  });

  it('has a price for most chat models, and null for what is not known', () => {
    const chat = documents.filter(({ kind }) => kind === 'chat');
    const priced = chat.filter((document) => hasPriceFor(readPrices(document, 1n), 'chat'));
    expect(priced.length / chat.length).toBeGreaterThan(0.85);
    for (const { id, prices } of chat) {
      expect([id, 'prompt' in prices, 'completion' in prices]).toEqual([id, true, true]);
    }
  });

  it('has a price of zero only where the maker publishes it', () => {
    const free = documents.filter(({ prices }) => prices.prompt === '0');
    expect(free.map(({ id }) => id)).toEqual([
      'openai/omni-moderation-latest',
      'z-ai/glm-4.5-flash',
      'z-ai/glm-4.7-flash',
    ]);
  });

  it('never prices cached input above input', () => {
    const dear = documents.filter(
      ({ prices }) => Number(prices.cacheRead ?? 0) > Number(prices.prompt ?? Infinity),
    );
    expect(dear.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['anthropic/claude-sonnet-4.5', '3', '15', 200_000],
    ['openai/gpt-4o', '2.5', '10', 128_000],
    ['google/gemini-2.5-flash', '0.3', '2.5', 1_048_576],
    ['x-ai/grok-4.3', '1.25', '2.5', 1_000_000],
  ])('contains %s', (id, prompt, completion, contextLength) => {
    const found = documents.find((document) => document.id === id);
    expect(found).toMatchObject({ prices: { prompt, completion }, contextLength });
  });

  it('has aliases of existing models that hide no model', () => {
    const names = seed.aliases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => ids.has(name))).toEqual([]);
    const targets = seed.aliases.map(({ model }) => model);
    const reserved = ['auto', 'auto:free'];
    expect(targets.filter((id) => !ids.has(id) && !reserved.includes(id))).toEqual([]);
  });

  it('has providers that serve models of the catalog', () => {
    const known = new Set([...ids].map(providerOf));
    const served = seed.providers.flatMap(({ models }) => models);
    expect(served.filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(seed.providers.map(({ id }) => id)).size).toBe(seed.providers.length);
  });

  it('sells models at clouds that exist, priced, each once and under one name', () => {
    const clouds = new Set(['bedrock', 'vertex', 'vertex-anthropic']);
    const sold = seed.models.flatMap(({ clouds: places, document }) =>
      places.map(({ model, provider }) => ({ document, model, provider })),
    );
    expect(sold.length).toBeGreaterThanOrEqual(20);
    expect(sold.filter(({ provider }) => !clouds.has(provider))).toEqual([]);
    const names = sold.map(({ model, provider }) => `${provider} ${model}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { document, model, provider } of sold) {
      expect([document.id, hasPriceFor(readPrices(document, 1n), 'chat')]).toEqual([
        document.id,
        true,
      ]);
      expect([document.id, document.deprecationDate]).toEqual([document.id, null]);
      if (provider === 'bedrock') expect(model).toMatch(/^global\.anthropic\.claude-/);
      else expect(model).toMatch(provider === 'vertex' ? /^gemini-/ : /^claude-/);
    }
  });

  it('describes the capabilities of every video model, priced only where a price is published', () => {
    const videos = documents.filter(({ kind }) => kind === 'video');
    for (const { id, video } of videos) {
      expect([id, video?.durations?.length, video?.tasks?.length]).not.toContain(undefined);
      expect([id, Object.keys(video?.resolutions ?? {}).length]).not.toContain(0);
    }
    const priced = videos.filter(({ prices }) => prices.videoSecond != null);
    expect(priced.map(({ id, prices }) => [id, prices.videoSecond])).toEqual([
      ['google/veo-2.0-generate-001', '0.35'],
      ['google/veo-3.1-fast-generate-001', '0.15'],
      ['google/veo-3.1-generate-001', '0.4'],
      ['google/veo-3.1-lite-generate-preview', '0.05'],
    ]);
  });

  it('routes videos over video protocols, and nothing else', () => {
    const { providers } = seed;
    const wrong = providers.filter(
      ({ kinds, protocol }) => isVideoProtocol(protocol) !== kinds.includes('video'),
    );
    expect(wrong).toEqual([]);
    expect(providers.filter(({ kinds }) => kinds.includes('video') && kinds.length > 1)).toEqual(
      [],
    );
  });

  describe('its tiers of the router', () => {
    const { autoTiers } = seed;
    const listIds = ({ fallbacks, primary }: (typeof autoTiers)[number]) => [primary, ...fallbacks];
    const byId = new Map(documents.map((document) => [document.id, document]));

    it('are all 28 rows, each once, with several models', () => {
      const keys = autoTiers.map(({ table, tier }) => makeAutoTierKey(table, tier));
      const wanted = autoTables.flatMap((table) =>
        autoTierNames.map((tier) => makeAutoTierKey(table, tier)),
      );
      expect([...keys].sort()).toEqual([...wanted].sort());
      for (const row of autoTiers) {
        expect(listIds(row).length).toBeGreaterThanOrEqual(3);
        expect(new Set(listIds(row)).size).toBe(listIds(row).length);
      }
    });

    it('name chat models of the catalog that have a price and are not retired', () => {
      const named = [...autoTiers.flatMap(listIds), ...seed.freeTiers.map(({ model }) => model)];
      for (const id of new Set(named)) {
        const document = byId.get(id);
        expect([id, document?.kind]).toEqual([id, 'chat']);
        if (document === undefined) continue;
        expect([id, hasPriceFor(readPrices(document, 1n), 'chat')]).toEqual([id, true]);
        expect(Date.parse(document.deprecationDate ?? '9999-01-01')).toBeGreaterThan(Date.now());
      }
    });

    it('can be served by any one provider of chat models alone', () => {
      const levels: readonly string[] = levelTiers;
      const owners = autoTiers
        .filter(({ table, tier }) => table === 'paid' && levels.includes(tier))
        .flatMap(listIds)
        .map(providerOf);
      const makers = seed.providers
        .filter(({ isAggregator, kinds }) => kinds.includes('chat') && !isAggregator)
        .flatMap(({ models }) => models);
      expect(makers.filter((maker) => !owners.includes(maker))).toEqual([]);
    });

    it('give a free quota only to models that their makers give away', () => {
      const prices = seed.freeTiers.map(({ model }) => byId.get(model)?.prices);
      expect(prices.length).toBeGreaterThan(0);
      for (const price of prices) expect(price).toMatchObject({ prompt: '0', completion: '0' });
    });

    it('have a model in every row of the free table that is free as shipped', () => {
      const free = new Set(seed.freeTiers.map(({ model }) => model));
      const rows = autoTiers.filter(({ table }) => table === 'free');
      expect(rows.filter((row) => !listIds(row).some((id) => free.has(id)))).toEqual([]);
    });
  });
});
