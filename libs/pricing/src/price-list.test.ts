import { hasPriceFor, makePriceList, type OperatorPrices, type PricedKind } from './price-list';

const make = (prices: OperatorPrices, kind: PricedKind = 'chat') =>
  makePriceList({ version: 1n, kind, prices });

describe('a price list', () => {
  it.each<[PricedKind, OperatorPrices]>([
    ['chat', { prompt: '1', completion: '2' }],
    ['completion', { prompt: '1', completion: '2' }],
    ['embeddings', { prompt: '1' }],
    ['image', { image: '0.04' }],
    ['image', { prompt: '1', completion: '2' }],
    ['video', { videoSecond: '0.1' }],
    ['speech', { character: '0.000015' }],
    ['transcription', { audioSecond: '0.0001' }],
    ['rerank', { searchUnit: '0.002' }],
    ['rerank', { prompt: '0.05' }],
    ['moderation', { prompt: '0' }],
  ])('prices %s by %j', (kind, prices) => {
    expect(hasPriceFor(make(prices, kind), kind)).toBe(true);
  });

  it.each<[PricedKind, OperatorPrices]>([
    ['chat', { prompt: '1' }],
    ['chat', { prompt: null, completion: '1' }],
    ['embeddings', {}],
    ['image', {}],
    ['video', { image: '0.04' }],
    ['speech', { audioSecond: '1' }],
    ['transcription', { character: '1' }],
    ['rerank', { request: '0.001' }],
  ])('has no price for %s in %j', (kind, prices) => {
    expect(hasPriceFor(make(prices, kind), kind)).toBe(false);
  });

  it('prices what the operator left out as its next kin', () => {
    const { tiers } = make({ prompt: '2', completion: '8', cacheWrite: '2.5' });
    expect(tiers?.[0]).toMatchObject({
      cacheRead: 2_000_000n,
      cacheWrite1h: 2_500_000n,
      reasoning: 8_000_000n,
      audioInput: 2_000_000n,
      imageOutput: 8_000_000n,
    });
  });

  it('raises the completion of thinking calls by the multiplier, to whole picos', () => {
    const { thinkingTiers } = make({
      prompt: '1',
      completion: '0.000003',
      reasoning: '9',
      thinkingMultiplier: '1.5',
    });
    expect(thinkingTiers?.[0]).toMatchObject({ completion: 5n, reasoning: 5n });
  });
});
