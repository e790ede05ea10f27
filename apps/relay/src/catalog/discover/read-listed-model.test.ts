import { findProviderRow, type ProviderRow } from '@tollgate/provider-table';
import { offerModel } from './offer-model';
import { readListedModel } from './read-listed-model';
import { toPricePerMillion } from './to-price';

const rowOf = (id: string): ProviderRow | undefined => findProviderRow(id);
const offer = (provider: string, item: object, providerKeyId?: string) => {
  const row = rowOf(provider);
  const listed = readListedModel(item, row?.listedPrices);
  return listed && offerModel(listed, { provider, row, providerKeyId });
};

describe('a listed price', () => {
  it.each([
    ['0.0000008', 'token', '0.8'],
    ['0.000000075', 'token', '0.075'],
    ['0.00001', 'token', '10'],
    ['1', 'token', '1000000'],
    [0.88, 'million', '0.88'],
    [5e-7, 'million', undefined],
    [5e-7, 'token', '0.5'],
    [1.2345678e-7, 'token', undefined],
    [3, 'million', '3'],
    ['2.50', 'million', '2.5'],
  ] as const)('of %s USD for one %s is %s USD per million', (value, unit, price) => {
    expect(toPricePerMillion(value, unit)).toBe(price);
  });

  it.each([0, '0', '-1', -1, null, undefined, '', 'free', {}, Number.NaN])(
    'of %p is no price',
    (value) => {
      expect(toPricePerMillion(value, 'million')).toBeUndefined();
    },
  );
});

describe('a model in the list of a provider', () => {
  it('is offered with the prices of OpenRouter, under the id of its maker', () => {
    const item = {
      id: 'qwen/Qwen3-Max',
      name: 'Qwen3 Max',
      context_length: 262_144,
      architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      pricing: { prompt: '0.0000012', completion: '0.000006', input_cache_read: '0.00000024' },
      top_provider: { max_completion_tokens: 32_768 },
      supported_parameters: ['tools', 'temperature'],
    };
    expect(offer('openrouter', item, 'pkey_1')).toEqual({
      upstreamModel: 'qwen/Qwen3-Max',
      priced: true,
      model: {
        id: 'qwen/qwen3-max',
        name: 'Qwen3 Max',
        kind: 'chat',
        prices: { prompt: '1.2', completion: '6', cacheRead: '0.24' },
        contextLength: 262_144,
        maxCompletionTokens: 32_768,
        inputModalities: ['text'],
        outputModalities: ['text'],
        supportedParameters: ['tools', 'temperature'],
      },
      route: {
        pattern: 'qwen/qwen3-max',
        providerKeyId: 'pkey_1',
        upstreamModel: 'qwen/Qwen3-Max',
      },
    });
  });

  it('is offered with the prices of Together and DeepInfra', () => {
    const together = { id: 'a/B', type: 'chat', pricing: { input: 0.88, output: 0.9, hourly: 0 } };
    expect(offer('together', together)?.model).toMatchObject({
      id: 'together/a/b',
      prices: { prompt: '0.88', completion: '0.9' },
    });
    const metadata = { context_length: 8_192, pricing: { input_tokens: 0.1, output_tokens: 0.3 } };
    expect(offer('deepinfra', { id: 'a/B', metadata })?.model).toMatchObject({
      contextLength: 8_192,
      prices: { prompt: '0.1', completion: '0.3' },
    });
  });

  it('has null prices where the list has none, or only zeros', () => {
    const unknown = { prompt: null, completion: null };
    for (const item of [{ id: 'x' }, { id: 'x', pricing: { prompt: '0.1', completion: '0.1' } }]) {
      expect(offer('acme', item)).toMatchObject({ priced: false, model: { prices: unknown } });
    }
    const free = { id: 'x', pricing: { input: 0, output: 0 } };
    expect(offer('together', free)).toMatchObject({ priced: false, model: { prices: unknown } });
  });

  it('has no route while no key is stored', () => {
    expect(offer('acme', { id: 'x' })?.route).toBeNull();
  });

  it.each([
    ['vllm', { id: 'meta/Llama', max_model_len: 4_096 }, 4_096],
    ['groq', { id: 'llama', context_window: 131_072 }, 131_072],
    ['mistral', { id: 'small', max_context_length: 32_768 }, 32_768],
    ['novita', { id: 'a/b', context_size: 64_000 }, 64_000],
  ])('has its context by the name of %s', (provider, item, contextLength) => {
    expect(offer(provider, item)?.model).toMatchObject({ contextLength });
  });

  it('has the prefix of the pattern of its provider, and only characters of ids', () => {
    expect(offer('mistral', { id: 'Small Latest (v2)' })?.model?.id).toBe(
      'mistralai/small-latest-v2-',
    );
    expect(offer('ollama', { id: 'llama3.2:3b' })?.model?.id).toBe('ollama/llama3.2:3b');
  });

  it('is an embedding model by its type or its name, and nothing when it cannot be served', () => {
    expect(offer('together', { id: 'a/b', type: 'embedding' })?.model?.kind).toBe('embeddings');
    expect(offer('ollama', { id: 'nomic-embed-text' })?.model?.kind).toBe('embeddings');
    expect(offer('together', { id: 'a/rank', type: 'rerank' })?.model).toBeNull();
  });

  it('is skipped without a name', () => {
    for (const item of [{}, null, 'x', { id: '' }, { id: 7 }]) {
      expect(readListedModel(item, undefined)).toBeUndefined();
    }
    expect(readListedModel({ name: 'models/gemini-pro' }, undefined)?.name).toBe('gemini-pro');
  });
});
