import { RouteStats } from './route-stats';

function measure(values: readonly number[], atMs = 0): RouteStats {
  const stats = new RouteStats(() => atMs);
  for (const value of values) stats.note('r', { firstTokenMs: value, tokensPerSecond: value / 10 });
  return stats;
}

describe('the times of a route', () => {
  it.each([
    [[100], 100],
    [[100, 200, 10_000], 200],
    [[5, 5, 5, 900], 5],
    [Array.from({ length: 999 }, (_, index) => index + 1), 500],
  ])('are the medians of %j', (values, median) => {
    const stats = measure(values);
    stats.combine([stats.collect()]);
    const times = stats.find('r');
    expect((times?.latencyMs ?? 0) / median).toBeCloseTo(1, 0.5);
    expect(Math.abs((times?.tokensPerSecond ?? 0) / (median / 10) - 1)).toBeLessThan(0.06);
  });

  it('are not known before anything was measured', () => {
    const stats = new RouteStats(() => 0);
    stats.combine([stats.collect()]);
    expect(stats.find('r')).toBeUndefined();
    stats.note('r', { firstTokenMs: undefined, tokensPerSecond: 5 });
    stats.combine([stats.collect()]);
    expect(stats.find('r')?.latencyMs).toBeUndefined();
  });

  it('are those of all relays together', () => {
    const here = measure([100]);
    here.combine([here.collect(), measure([900, 900, 900]).collect()]);
    expect(Math.abs((here.find('r')?.latencyMs ?? 0) / 900 - 1)).toBeLessThan(0.06);
  });

  it('are forgotten after five minutes', () => {
    let nowMs = 0;
    const stats = new RouteStats(() => nowMs);
    stats.note('r', { firstTokenMs: 1_000, tokensPerSecond: 1 });
    nowMs = 4 * 60_000;
    expect(stats.collect()).toHaveProperty('r');
    stats.note('r', { firstTokenMs: 10, tokensPerSecond: 1 });
    nowMs = 6 * 60_000;
    stats.combine([stats.collect()]);
    expect(stats.find('r')?.latencyMs).toBeLessThan(11);
    nowMs = 20 * 60_000;
    expect(stats.collect()).toEqual({});
  });
});
