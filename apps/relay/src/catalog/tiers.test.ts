import { countUnits, type FreeTier } from './tiers';

const tier: FreeTier = {
  model: 'acme/small',
  enabled: true,
  rpm: 10,
  dailyUnits: 150,
  fundedMultiplier: 3,
  unitTokens: 8_192,
};

describe('countUnits', () => {
  it.each([
    [0, 1],
    [1, 1],
    [8_192, 1],
    [8_193, 2],
    [16_384, 2],
    [24 * 8_192, 24],
    [24 * 8_192 + 1, 25],
    [10_000_000, 25],
  ])('counts a prompt of %d tokens as %d', (tokens, units) => {
    expect(countUnits(tokens, tier)).toBe(units);
  });
});
