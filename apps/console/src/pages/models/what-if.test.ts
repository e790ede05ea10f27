import { listMixDays, pickTextMix, priceTokens } from './what-if';

const prices = {
  prompt: '3',
  completion: '15',
  input_cache_read: '0.3',
  input_cache_write: '3.75',
};
const none = { cachedTokens: 0, writtenTokens: 0 };

describe('tokens at other prices', () => {
  it('cost each kind of token at its own price', () => {
    const mix = {
      promptTokens: 1_000_000,
      cachedTokens: 400_000,
      writtenTokens: 200_000,
      completionTokens: 100_000,
    };
    expect(priceTokens(mix, prices)).toBe(1.2 + 0.12 + 0.75 + 1.5);
  });

  it('cost the prompt price for cached and written tokens where no other is listed', () => {
    const mix = { promptTokens: 10, cachedTokens: 5, writtenTokens: 5, completionTokens: 0 };
    expect(priceTokens(mix, { prompt: '2', completion: '1' })).toBe(0.00002);
  });

  it('are rounded up to a nano-dollar once', () => {
    const mix = { ...none, promptTokens: 1, completionTokens: 0 };
    expect(priceTokens(mix, { prompt: '0.0001', completion: '0' })).toBe(0.000000001);
    expect(priceTokens({ ...mix, promptTokens: 0 }, prices)).toBe(0);
  });

  it('are exact to the nano-dollar', () => {
    const mix = {
      promptTokens: 123_457,
      cachedTokens: 23_456,
      writtenTokens: 1_001,
      completionTokens: 7_891,
    };
    // 99,000 × 3 + 23,456 × 0.3 + 1,001 × 3.75 + 7,891 × 15 millionths of a dollar.
    expect(priceTokens(mix, prices).toFixed(9)).toBe('0.426155550');
  });
});

describe('the calls that are compared', () => {
  const usage = {
    totals: {
      ...{ spend: 10.000000004, tokens: 0, requests: 16 },
      ...{ promptTokens: 1_300, completionTokens: 70 },
    },
    byModel: [
      makeUsage('a/text', { spend: 0.100000001, requests: 4, promptTokens: 1_000 }),
      makeUsage('a/other-text', { spend: 0.2, requests: 1, promptTokens: 200 }),
      makeUsage('a/painter', { spend: 9, requests: 10, promptTokens: 100 }),
      makeUsage('a/gone', { spend: 0.700000003, requests: 1, promptTokens: 0 }),
    ],
  };
  const caching = {
    groups: [
      makeCaches('a/text', 300, 50),
      makeCaches('a/painter', 90, 9),
      { ...makeCaches('', 7, 7), kind: 'other' as const, id: null },
    ],
  };
  const models = [
    makeModel('a/text', ['text']),
    makeModel('a/other-text', ['text']),
    makeModel('a/painter', ['text', 'image']),
  ];

  it('are those of models that answer text only, on both sides', () => {
    expect(pickTextMix(usage, caching, models)).toEqual({
      requests: 5,
      spend: 0.300000001,
      promptTokens: 1_200,
      completionTokens: 20,
      cachedTokens: 300,
      writtenTokens: 50,
      left: { requests: 11, spend: 9.700000003 },
    });
  });

  it('are of thirty days, today included', () => {
    const nowMs = Date.parse('2026-11-16T23:30:00Z');
    expect(listMixDays(nowMs)).toEqual({ from: '2026-10-18', to: '2026-11-16' });
  });
});

function makeUsage(
  model: string,
  figures: { readonly spend: number; readonly requests: number; readonly promptTokens: number },
) {
  return { model, ...figures, completionTokens: 10, tokens: figures.promptTokens + 10 };
}

function makeCaches(id: string, cached_tokens: number, cache_write_tokens: number) {
  const figures = { requests: 1, prompt_tokens: 1, cached_tokens, hit_rate: null, saved: 0 };
  return { ...figures, cache_write_tokens, sticky: figures, kind: 'group' as const, id };
}

function makeModel(id: string, output_modalities: string[]) {
  return { id, architecture: { input_modalities: ['text'], output_modalities } };
}
