import { findNextPoll, makeTimings } from './timings';

const submittedAt = new Date('2026-11-14T09:00:00Z');
const minute = 60_000;
const timings = makeTimings();

function nextAfter(ageMs: number): number | undefined {
  const now = new Date(submittedAt.getTime() + ageMs);
  const next = findNextPoll(submittedAt, now, timings);
  return next && next.getTime() - now.getTime();
}

describe('the schedule of a job', () => {
  it.each([
    ['at first', 0, 10_000],
    ['for half an hour', 30 * minute - 1, 10_000],
    ['then', 30 * minute, 5 * minute],
    ['until a day is over', 24 * 60 * minute - 1, 5 * minute],
  ])('asks %s', (_when, ageMs, pauseMs) => {
    expect(nextAfter(ageMs)).toBe(pauseMs);
  });

  it('ends after 24 hours', () => {
    expect(nextAfter(24 * 60 * minute)).toBeUndefined();
  });
});

describe('webhook pauses', () => {
  it('make six calls', () => {
    expect(timings.webhookPausesMs).toEqual([10_000, 60_000, 300_000, 1_800_000, 7_200_000]);
  });
});
