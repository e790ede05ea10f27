import { scanTexts } from '@tollgate/content-rules';
import type { AdmitResult } from '@tollgate/till';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  noKnowledge,
} from '../../test/support/build-calls';
import type { CatalogModel } from '../catalog/catalog';
import type { FreeTier } from '../catalog/tiers';
import { createRelayedEndpoints, type EstimateEndpoint } from '../endpoints/relayed-endpoints';
import type { Routing } from './route/choose-route';
import { createEstimateCall } from './estimate-call';
import type { QuotaCap } from './admit/free-quota';
import type { PreviewHoldRequest } from './admit/holds';

const nowMs = Date.parse('2026-11-15T10:00:30Z');

interface Setting {
  readonly result?: AdmitResult;
  readonly routing?: Partial<Routing>;
  readonly freeTiers?: readonly FreeTier[];
  /** Caps that are reached, by subject. */
  readonly over?: Readonly<Record<string, QuotaCap>>;
}

function setUp(models: readonly CatalogModel[], setting: Setting = {}) {
  const { freeTiers = [], over = {}, result, routing } = setting;
  const asked: PreviewHoldRequest[] = [];
  const routes = Object.fromEntries(
    models.map(({ id, kind }) => {
      const protocol = kind === 'video' ? 'openai-videos' : 'openai';
      return [id, [aRoute({ id: `route of ${id}`, provider: id.split('/')[0]!, protocol })]];
    }),
  );
  const tiers = new Map(freeTiers.map((tier) => [tier.model, tier]));
  const snapshot = { ...aSnapshot(models, routes), freeTiers: tiers };
  const never = (): never => {
    throw new Error('an estimate takes nothing');
  };
  const estimate = createEstimateCall({
    endpoints: createRelayedEndpoints({ hostImages: never }),
    getRouting: () => aRouting(routing?.snapshot ?? snapshot, routing),
    admitting: {
      addressCaps: {
        auto: { requestsPerMinute: 20, requestsPerDay: 300 },
        named: { requestsPerMinute: 60, requestsPerDay: 1_000 },
      },
      quota: {
        take: never,
        release: never,
        peek: ({ subject }) => Promise.resolve(over[subject]),
      },
    },
    scan: scanTexts,
    preview: async (request) => {
      asked.push(request);
      const limits = request.limits.map((limit) => ({
        limit,
        spentNanos: 1_000_000_000n,
        reservedNanos: 500_000_000n,
      }));
      const admitted: AdmitResult = { kind: 'admitted', amountNanos: request.amountNanos };
      return { result: result ?? admitted, limits, nowMs };
    },
  });
  const ask = (endpoint: EstimateEndpoint, fields: object, changes: object = {}) => {
    const { caller, ...call } = aParsedCall();
    const body = { model: models[0]?.id, ...fields };
    return estimate({
      ...call,
      endpoint,
      body,
      bodyText: JSON.stringify(body),
      caller: { ...caller, ...changes },
    });
  };
  return { ask, asked, snapshot };
}

const hello = { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10 };

describe('an estimate', () => {
  it('shows what the call would reserve, its routes and that it would be admitted', async () => {
    const { ask, asked } = setUp([aModel()]);
    expect(await ask('chat', hello)).toEqual({
      model: 'acme/small',
      routes: [{ provider: 'acme', model: 'small', price: { prompt: '1', completion: '2' } }],
      prompt_tokens_estimate: 8,
      reserve: 0.000028,
      limits: [],
      filters: [],
      would: 'admit',
    });
    expect(asked).toMatchObject([{ amountNanos: 28_000n, floorNanos: 28_000n }]);
  });

  it('shows how far each limit is used', async () => {
    const { ask } = setUp([aModel()]);
    const limit = { nanos: 5_000_000_000n, period: 'daily' as const };
    expect(await ask('chat', hello, { limit })).toMatchObject({
      limits: [
        {
          scope: 'key',
          window: 'daily',
          limit: 5,
          remaining: 3.5,
          resets_at: '2026-11-16T00:00:00.000Z',
        },
      ],
    });
  });

  it('names the error that the call would be refused with', async () => {
    const none = { availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n };
    const { ask } = setUp([aModel()], { result: { kind: 'no-funds', ...none } });
    expect(await ask('chat', hello)).toMatchObject({ would: '402 insufficient_credits' });
    const unpriced = setUp([aModel({ prices: {} })]);
    expect(await unpriced.ask('chat', hello)).toMatchObject({ would: '400 model_not_priced' });
  });

  it('requires only the floor of a stream', async () => {
    const { ask, asked } = setUp([aModel()]);
    await ask('chat', { ...hello, max_tokens: 2_000, stream: true });
    expect(asked[0]).toMatchObject({ amountNanos: 4_008_000n, floorNanos: 2_056_000n });
  });

  it.each([
    ['responses', { input: 'Hello', instructions: 'Be kind', max_output_tokens: 10 }],
    ['messages', { system: 'Be kind', ...hello }],
  ] as const)('measures a body for %s', async (endpoint, body) => {
    const { ask } = setUp([aModel()]);
    const answer = await ask(endpoint, body);
    expect(answer['prompt_tokens_estimate']).toBeGreaterThan(10);
    expect(answer['would']).toBe('admit');
  });

  it('measures embeddings, rankings, images and videos by their own units', async () => {
    const embedding = aModel({ kind: 'embeddings', prices: { prompt: '1' } });
    expect(await setUp([embedding]).ask('embeddings', { input: 'x'.repeat(32) })).toMatchObject({
      prompt_tokens_estimate: 10,
      reserve: 0.00001,
    });
    const ranking = aModel({ kind: 'rerank', prices: { searchUnit: '0.002' } });
    const ranked = { query: 'gate', documents: Array.from({ length: 101 }, () => 'a road') };
    expect(await setUp([ranking]).ask('rerank', ranked)).toMatchObject({ reserve: 0.004 });
    const image = aModel({ kind: 'image', prices: { image: '0.04' } });
    expect(await setUp([image]).ask('images', { prompt: 'a gate', n: 2 })).toMatchObject({
      reserve: 0.08,
    });
    const video = aModel({ kind: 'video', prices: { videoSecond: '0.1' } });
    expect(await setUp([video]).ask('videos', { prompt: 'a gate', duration: 8 })).toMatchObject({
      reserve: 0.8,
    });
  });

  it('fits a video to its model as a job would be', async () => {
    const video = aModel({
      kind: 'video',
      prices: { videoSecond: '0.1' },
      video: { durations: [5, 10], resolutions: { '720p': '1', '1080p': '2' } },
    });
    const { ask } = setUp([video]);
    expect(await ask('videos', { prompt: 'a gate' })).toMatchObject({ reserve: 0.5 });
    expect(await ask('videos', { prompt: 'a gate', size: '1920x1080' })).toMatchObject({
      routes: [{ model: 'small', price: { videoSecond: '0.1' } }],
      reserve: 1,
      would: 'admit',
    });
    const source = { prompt: 'a gate', input_video: 'https://videos.example/a.mp4' };
    expect(await ask('videos', source)).toMatchObject({ reserve: 1.5 });
    await expect(ask('videos', { prompt: 'a gate', seconds: '7' })).rejects.toMatchObject({
      reason: 'unsupported_param',
      param: 'duration',
    });
  });

  const big = aModel({ id: 'other/big', prices: { prompt: '10', completion: '20' } });

  it('covers every model of a waterfall, in the order to try them', async () => {
    const { ask } = setUp([aModel(), big]);
    expect(await ask('chat', { ...hello, models: ['other/big'] })).toMatchObject({
      model: 'acme/small',
      routes: [{ provider: 'acme' }, { provider: 'other', model: 'big' }],
      reserve: 0.00028,
    });
    const unnamed = { ...hello, model: undefined, models: ['other/big'] };
    expect(await ask('chat', unnamed)).toMatchObject({ model: 'other/big' });
  });

  it('follows the preferences of the request', async () => {
    const { ask } = setUp([aModel(), big]);
    const wished = { ...hello, models: ['other/big'], provider: { ignore: ['acme'] } };
    expect(await ask('chat', wished)).toMatchObject({ routes: [{ provider: 'other' }] });
    const none = { ...hello, provider: { only: ['nobody'] } };
    expect(await ask('chat', none)).toMatchObject({
      model: 'acme/small',
      routes: [],
      reserve: 0,
      would: '503 no_route',
    });
  });

  it('lists isolated routes last, and leaves their probes to calls', async () => {
    const knowledge = {
      ...noKnowledge,
      isHealthy: (id: string) => id !== 'route of acme/small',
      isProbeDue: () => {
        throw new Error('an estimate probes nobody');
      },
    };
    const { ask } = setUp([aModel(), big], { routing: { knowledge } });
    expect(await ask('chat', { ...hello, models: ['other/big'] })).toMatchObject({
      routes: [{ provider: 'other' }, { provider: 'acme' }],
    });
  });

  it('resolves a name as a call does: the router, and the prefixes of clients', async () => {
    const { snapshot } = setUp([aModel()]);
    const row = { tier: 'simple', table: 'paid', enabled: true, primary: 'acme/small' } as const;
    const autoTiers = new Map([['paid/simple', { ...row, fallbacks: [] }]]);
    const routing = { snapshot: { ...snapshot, autoTiers }, clientPrefixes: ['mine/'] };
    const { ask } = setUp([aModel()], { routing });
    expect(await ask('chat', { ...hello, model: 'auto' })).toMatchObject({ model: 'acme/small' });
    const prefixed = { ...hello, model: 'mine/acme/small' };
    expect(await ask('chat', prefixed)).toMatchObject({ model: 'acme/small' });
  });

  describe('of a model with a free tier', () => {
    const quota = { enabled: true, rpm: 10, dailyUnits: 150, fundedMultiplier: 3 };
    const freeTiers = [{ model: 'acme/small', ...quota, unitTokens: 8_192 }];
    const over = { 'user_1:acme/small': 'daily' } as const;

    it('reserves nothing while the quota lasts, whatever the credit', async () => {
      const none = { availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n };
      const result = { kind: 'no-funds', ...none } as const;
      const { ask } = setUp([aModel()], { freeTiers, result });
      expect(await ask('chat', hello)).toMatchObject({ reserve: 0, would: 'admit' });
    });

    it('is paid beyond it by callers with credit, and refused to others', async () => {
      const { ask } = setUp([aModel()], { freeTiers, over });
      const funded = { balanceNanos: 1n, hasFreeFallback: true };
      expect(await ask('chat', hello, funded)).toMatchObject({ reserve: 0.000028, would: 'admit' });
      expect(await ask('chat', hello)).toMatchObject({ would: '429 rate_limited' });
    });
  });

  it('refuses a model of another kind and counts that make no sense', async () => {
    const { ask } = setUp([aModel()]);
    await expect(ask('images', { prompt: 'x' })).rejects.toMatchObject({
      reason: 'model_endpoint_mismatch',
    });
    const image = setUp([aModel({ kind: 'image', prices: { image: '0.04' } })]);
    await expect(image.ask('images', { prompt: 'x', n: 1.5 })).rejects.toMatchObject({
      reason: 'invalid_n',
    });
  });
});
