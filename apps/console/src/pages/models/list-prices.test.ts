import { isPricedByToken, listTierPrices, listUnitPrices } from './list-prices';

const free = { prompt: '0', completion: '0', unit: 'per_1m_tokens' } as const;

describe('the prices of a model', () => {
  it('name what is not counted in tokens', () => {
    const pricing = { ...free, image: '0.04', video_second: '0' };
    expect(listUnitPrices(pricing)).toEqual(['$0.0400 an image']);
    expect(isPricedByToken(pricing)).toBe(false);
  });

  it('of a free model are prices of tokens', () => {
    expect(isPricedByToken(free)).toBe(true);
    expect(listUnitPrices(free)).toEqual([]);
  });

  it('rise above a length of the prompt', () => {
    const tiers = [{ above_prompt_tokens: 200_000, prompt: '0.0000025', completion: '0.000015' }];
    expect(listTierPrices(tiers, 'completion')).toEqual(['above 200 k: $15.00']);
    expect(listTierPrices(undefined, 'prompt')).toEqual([]);
  });
});
