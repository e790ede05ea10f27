import { alignDelayMs, findNextDueMs, startBeat } from './shared-beat';

describe('the shared beat of a process', () => {
  it('lets jobs that began at different times wait for the same moments', () => {
    for (const beganAtMs of [12_010, 12_130, 12_499]) {
      expect(beganAtMs + alignDelayMs(1_000, beganAtMs)).toBe(13_000);
      expect(beganAtMs + alignDelayMs(5_000, beganAtMs)).toBe(17_000);
    }
  });

  it('keeps the interval of a job that runs on the beat, though its timer ended late', () => {
    for (const lateMs of [0, 0.4, 3, 80]) {
      const nowMs = 20_000 + lateMs;
      expect(nowMs + alignDelayMs(2_000, nowMs)).toBeCloseTo(22_000, -1);
    }
  });

  it('does not run a job twice when its timer ends just before the beat', () => {
    expect(alignDelayMs(1_000, 19_999.7)).toBeGreaterThan(1_000);
  });

  it('puts half a second on half beats and leaves shorter waits as they are', () => {
    expect(alignDelayMs(500, 7_120)).toBe(380);
    expect(alignDelayMs(200, 7_120)).toBe(200);
  });

  it('is never more than half a beat early or late', () => {
    for (let nowMs = 0; nowMs < 3_000; nowMs += 7.3) {
      for (const delayMs of [500, 750, 1_000, 3_333, 60_000]) {
        expect(Math.abs(alignDelayMs(delayMs, nowMs) - delayMs)).toBeLessThanOrEqual(501);
      }
    }
  });

  it.each([
    ['in time', 5_000.2, 5_500],
    ['a little early', 4_999.8, 5_500],
    ['late', 5_300, 5_500],
    ['as late as its interval', 5_500, 6_000],
    ['very late', 7_700, 8_000],
  ])('has its next run at its own time when it ran %s', (_name, nowMs, nextMs) => {
    expect(findNextDueMs(5_000, 500, nowMs)).toBe(nextMs);
  });

  it('calls its function again and again until it is stopped', () => {
    jest.useFakeTimers();
    try {
      let runs = 0;
      const stop = startBeat(1_000, () => (runs += 1));
      jest.advanceTimersByTime(10_000);
      expect(runs).toBeGreaterThanOrEqual(9);
      stop();
      const before = runs;
      jest.advanceTimersByTime(10_000);
      expect(runs).toBe(before);
    } finally {
      jest.useRealTimers();
    }
  });
});
