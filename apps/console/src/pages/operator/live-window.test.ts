import { addTraffic, listSeconds, sumTraffic, windowSeconds, type Traffic } from './live-window';

const nowMs = Date.parse('2026-11-16T08:10:00.500Z');
const ago = (seconds: number, requests: number, errors = 0): Traffic => ({
  at: new Date(nowMs - seconds * 1_000).toISOString(),
  receivedMs: nowMs - seconds * 1_000,
  requests,
  errors,
  spend: requests * 0.01,
});

describe('the window of live traffic', () => {
  it('forgets what is older than a minute', () => {
    const events = addTraffic([ago(61, 1), ago(30, 2)], ago(0, 3));
    expect(events.map(({ requests }) => requests)).toEqual([2, 3]);
  });

  it('has every second, also those without calls', () => {
    const seconds = listSeconds([ago(2, 4, 1), ago(2, 1), ago(-1, 7), ago(90, 9)], nowMs);
    expect(seconds).toHaveLength(windowSeconds);
    expect(seconds.at(-1)).toEqual({ age: 0, requests: 7, errors: 0 });
    expect(seconds.at(-3)).toEqual({ age: 2, requests: 5, errors: 1 });
    expect(seconds.reduce((sum, { requests }) => sum + requests, 0)).toBe(12);
  });

  it('sums the minute', () => {
    const { errors, perSecond, requests, spend } = sumTraffic([ago(70, 9), ago(3, 30, 2)], nowMs);
    expect([requests, perSecond, errors]).toEqual([30, 0.5, 2]);
    expect(spend).toBeCloseTo(0.3);
  });
});
