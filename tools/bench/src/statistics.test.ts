import { median, percentile, readFigures, takeMedian } from './statistics';

describe('bench statistics', () => {
  it('takes the middle of an odd and between the middles of an even number', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([1, 2, 3, 10])).toBe(2.5);
  });

  it('takes percentiles by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(values, 50)).toBe(50);
    expect(percentile(values, 99)).toBe(99);
    expect(percentile([7], 99)).toBe(7);
  });

  it('reads rates and latencies, and the median of rounds', () => {
    const result = {
      requests: 30,
      answered: 40,
      failures: 0,
      firstFailure: '',
      seconds: 2,
      latenciesMs: [1, 2, 3],
    };
    expect(readFigures(result)).toEqual({ requestsPerSecond: 15, p50Ms: 2, p99Ms: 3 });
    const rounds = [1, 100, 3].map((value) => ({
      requestsPerSecond: value,
      p50Ms: value,
      p99Ms: value,
    }));
    expect(takeMedian(rounds)).toEqual({ requestsPerSecond: 3, p50Ms: 3, p99Ms: 3 });
  });
});
