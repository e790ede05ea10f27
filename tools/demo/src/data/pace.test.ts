import { boundMs, chooseShare, isMade, judgeRun } from './pace';

describe('the share of the calls that a demo month makes', () => {
  it('is everything before the first call, and while all calls fit', () => {
    const before = { elapsedMs: 20_000, callsMs: 0, callsMade: 0, callsLeft: 2_700 };
    expect(chooseShare(before)).toBe(1);
    const fast = { elapsedMs: 40_000, callsMs: 20_000, callsMade: 1_000, callsLeft: 1_700 };
    expect(chooseShare(fast)).toBe(1);
  });

  it('shrinks to what fits before the reserve of 25 seconds', () => {
    // 100 ms a call, 55 seconds left: 550 calls.
    const slow = { elapsedMs: 40_000, callsMs: 20_000, callsMade: 200, callsLeft: 2_200 };
    expect(chooseShare(slow)).toBeCloseTo(0.25, 10);
  });

  it('is nothing when only the reserve is left', () => {
    const late = { callsMs: 60_000, callsMade: 100, callsLeft: 2_600 };
    expect(chooseShare({ ...late, elapsedMs: boundMs - 25_000 })).toBe(0);
    expect(chooseShare({ ...late, elapsedMs: boundMs + 1 })).toBe(0);
  });

  it('keeps the command within the bound at any speed of calls', () => {
    for (const callMs of [1, 30, 100, 900]) {
      let progress = { elapsedMs: 20_000, callsMs: 0, callsMade: 0, callsLeft: 2_700 };
      for (let index = 0; progress.callsLeft > 0; index += 1) {
        const ms = isMade(index, chooseShare(progress)) ? callMs : 0;
        progress = {
          elapsedMs: progress.elapsedMs + ms,
          callsMs: progress.callsMs + ms,
          callsMade: progress.callsMade + (ms > 0 ? 1 : 0),
          callsLeft: progress.callsLeft - 1,
        };
      }
      expect(progress.elapsedMs).toBeLessThanOrEqual(boundMs - 24_000);
      expect(progress.callsMade).toBeGreaterThanOrEqual(Math.min(2_700, 74_000 / callMs));
    }
  });
});

describe('a call of the month', () => {
  it.each([
    [1, 100],
    [0.25, 25],
    [0, 0],
  ])('is made for a share of %d', (share, made) => {
    const indexes = Array.from({ length: 100 }, (_, index) => index);
    const kept = indexes.filter((index) => isMade(index, share));
    expect(kept).toHaveLength(made);
    const gaps = kept.slice(1).map((index, place) => index - (kept[place] ?? 0));
    expect(new Set(gaps).size).toBeLessThanOrEqual(1);
  });
});

describe('the end of the command', () => {
  it('says how long it took', () => {
    const run = { callsMade: 2_700, callsPlanned: 2_700, elapsedMs: 95_400 };
    const line = '2700 calls of a month played in 96 s; "npm start" shows them';
    expect(judgeRun(run)).toEqual({ line, isInTime: true });
  });

  it('says how many calls were left out', () => {
    const run = { callsMade: 700, callsPlanned: 2_700, elapsedMs: boundMs };
    const { isInTime, line } = judgeRun(run);
    expect(isInTime).toBe(true);
    expect(line).toContain('in 120 s (2000 left out: this machine is slow)');
  });

  it('is a failure above the bound', () => {
    const run = { callsMade: 700, callsPlanned: 700, elapsedMs: boundMs + 1 };
    const line = '700 calls of a month played in 121 s, which is more than 120 s';
    expect(judgeRun(run)).toEqual({ line, isInTime: false });
  });
});
