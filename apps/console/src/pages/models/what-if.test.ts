import { priceTokens } from './what-if';

const prices = { prompt: '3', completion: '15', input_cache_read: '0.3' };

describe('tokens at other prices', () => {
  it('cost prompt, cached and completion tokens at their own price', () => {
    const mix = { promptTokens: 1_000_000, cachedTokens: 400_000, completionTokens: 100_000 };
    expect(priceTokens(mix, prices)).toBe(1.8 + 0.12 + 1.5);
  });

  it('cost the prompt price for cached tokens where no other is listed', () => {
    const mix = { promptTokens: 10, cachedTokens: 10, completionTokens: 0 };
    expect(priceTokens(mix, { prompt: '2', completion: '1' })).toBe(0.00002);
  });

  it('are rounded up to a nano-dollar once', () => {
    const mix = { promptTokens: 1, cachedTokens: 0, completionTokens: 0 };
    expect(priceTokens(mix, { prompt: '0.0001', completion: '0' })).toBe(0.000000001);
    expect(priceTokens({ ...mix, promptTokens: 0 }, prices)).toBe(0);
  });
});
