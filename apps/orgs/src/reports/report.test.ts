import { getAveragePriceMicros, getMarginRate, getPercent, getUtilization } from './report';

describe('the figures of a report', () => {
  it.each([
    [30n, 41n, 73.2],
    [20n, 30n, 66.7],
    [1n, 1_000_000n, 0],
    [1n, 2_000n, 0.1],
    [3n, 1n, 300],
    [5n, 0n, 0],
  ])('%d of %d is %d percent', (part, whole, percent) => {
    expect(getPercent(part, whole)).toBe(percent);
  });

  it('have no use of a budget that does not exist', () => {
    expect(getUtilization(5n, null)).toBeNull();
    expect(getUtilization(5n, 50n)).toBe(10);
  });

  it('have an average price for a million tokens', () => {
    const spend = { model: 'm', spendNanos: 20_000_000_000n, requests: 900n };
    const tokens = { promptTokens: 5_000_000n, completionTokens: 800_000n };
    expect(getAveragePriceMicros({ ...spend, ...tokens })).toBe(3_448_276n);
    const none = { promptTokens: 0n, completionTokens: 0n };
    expect(getAveragePriceMicros({ ...spend, ...none })).toBe(0n);
  });

  it('have the margin that prices leave', () => {
    const nothing = { requests: 0n, tokens: 0n, previousNanos: 0n, days: [] };
    const rate = (spendNanos: bigint, upstreamNanos: bigint): number =>
      getMarginRate({ ...nothing, spendNanos, upstreamNanos });
    expect([rate(100n, 100n), rate(0n, 0n), rate(100n, 80n), rate(100n, 110n)]).toEqual([
      ...[0, 0, 0.2, -0.1],
    ]);
  });
});
