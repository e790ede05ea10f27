import { anonymousIdentity } from '@tollgate/identity';
import type { AdmitResult } from '@tollgate/till';
import { aModel, aRoute, aSnapshot } from '../../test/support/build-calls';
import type { CatalogModel } from '../domain/catalog';
import type { EstimateEndpoint } from '../endpoints/measure-endpoint';
import type { PreviewHoldRequest } from './holds';
import { createEstimateCall } from './estimate-call';

const nowMs = Date.parse('2026-11-15T10:00:30Z');
const caller = {
  ...anonymousIdentity,
  kind: 'standard_key' as const,
  userId: 'user_1',
  walletId: 'user_1',
  keyId: 'key_1',
};

function setUp(models: readonly CatalogModel[], result?: AdmitResult) {
  const asked: PreviewHoldRequest[] = [];
  const routes = Object.fromEntries(models.map(({ id }) => [id, [aRoute()]]));
  const estimate = createEstimateCall({
    getSnapshot: () => aSnapshot(models, routes),
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
  const ask = (endpoint: EstimateEndpoint, body: object, changes: object = {}) =>
    estimate({
      endpoint,
      requestedModel: models[0]?.id ?? '',
      body: { model: models[0]?.id, ...body },
      caller: { ...caller, ...changes },
    });
  return { ask, asked };
}

const hello = { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10 };

describe('an estimate', () => {
  it('shows what the call would reserve, where it would go and that it would pass', async () => {
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

  it('tells how far each limit is used', async () => {
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

  it('names the refusal that the call would meet', async () => {
    const none = { availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n };
    const { ask } = setUp([aModel()], { kind: 'no-funds', ...none });
    expect(await ask('chat', hello)).toMatchObject({ would: '402 insufficient_credits' });
    const unpriced = setUp([aModel({ prices: {} })]);
    expect(await unpriced.ask('chat', hello)).toMatchObject({ would: '400 model_not_priced' });
  });

  it('asks for the floor of a stream only', async () => {
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

  it('measures embeddings, images and videos by their own units', async () => {
    const embedding = aModel({ kind: 'embeddings', prices: { prompt: '1' } });
    expect(await setUp([embedding]).ask('embeddings', { input: 'x'.repeat(32) })).toMatchObject({
      prompt_tokens_estimate: 10,
      reserve: 0.00001,
    });
    const image = aModel({ kind: 'image', prices: { image: '0.04' } });
    expect(await setUp([image]).ask('images', { prompt: 'a gate', n: 2 })).toMatchObject({
      reserve: 0.08,
    });
    const video = aModel({ kind: 'video', prices: { videoSecond: '0.1' } });
    expect(await setUp([video]).ask('videos', { prompt: 'a gate', duration: 8 })).toMatchObject({
      reserve: 0.8,
    });
  });

  it('refuses a model of another kind and counts that make no sense', async () => {
    const { ask } = setUp([aModel()]);
    await expect(ask('images', { prompt: 'x' })).rejects.toMatchObject({
      reason: 'model_endpoint_mismatch',
    });
    const image = setUp([aModel({ kind: 'image', prices: { image: '0.04' } })]);
    await expect(image.ask('images', { prompt: 'x', n: 1.5 })).rejects.toMatchObject({
      reason: 'unsupported_param',
    });
  });
});
