import { areDaysUseful, listMoves, raiseBorders, roundBorders } from './period-moves';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (time: string): number => Date.parse(`2026-${time}Z`);
const format = (timesMs: readonly number[]): string[] =>
  timesMs.map((timeMs) => new Date(timeMs).toISOString().slice(5, 16));
const laterMs = at('12-31T00:00');

describe('borders of periods', () => {
  it('are the nearest starts', () => {
    const borders = [at('10-01T00:00'), at('10-04T05:00'), at('10-05T18:30')];
    const days = ['10-01T00:00', '10-04T00:00', '10-06T00:00'];
    expect(format(roundBorders(borders, 'day', laterMs))).toEqual(days);
    const months = ['10-01T00:00', '10-01T00:00', '10-01T00:00'];
    expect(format(roundBorders(borders, 'month', laterMs))).toEqual(months);
    expect(format(roundBorders([at('10-20T05:00')], 'month', laterMs))).toEqual(['11-01T00:00']);
  });

  it('are the start of a period that is not over where most of it lies after the border', () => {
    const border = at('10-01T04:00');
    expect(format(roundBorders([border], 'month', at('10-17T12:00')))).toEqual(['10-01T00:00']);
    expect(format(roundBorders([border], 'month', at('10-01T08:00')))).toEqual(['11-01T00:00']);
  });

  it('are the end of a period that is not over for a border that is now', () => {
    const borders = [at('10-04T05:00')];
    const [nowMs] = borders;
    expect(format(roundBorders(borders, 'day', nowMs ?? 0))).toEqual(['10-05T00:00']);
    expect(format(roundBorders(borders, 'month', nowMs ?? 0))).toEqual(['11-01T00:00']);
  });

  it('can be the next starts', () => {
    const borders = [at('10-04T05:00'), at('10-04T05:01'), at('10-04T05:59')];
    const hours = ['10-04T05:00', '10-04T06:00', '10-04T06:00'];
    expect(format(raiseBorders(borders, 'hour'))).toEqual(hours);
    const halves = ['10-04T05:00', '10-04T05:30', '10-04T06:00'];
    expect(format(raiseBorders(borders, 'half_hour'))).toEqual(halves);
  });
});

describe('moves', () => {
  it('are not needed where borders are the same', () => {
    expect(listMoves([0, dayMs], [0, dayMs])).toEqual([]);
  });

  it('lead over their border, back or forth', () => {
    expect(listMoves([0, dayMs], [5 * hourMs, dayMs - hourMs])).toEqual([
      { startMs: 0, endMs: 5 * hourMs, fromPoint: 1, toPoint: 0 },
      { startMs: dayMs - hourMs, endMs: dayMs, fromPoint: 1, toPoint: 2 },
    ]);
  });
});

describe('sums by day', () => {
  it('are read for points of a day and longer', () => {
    const days = (...count: number[]): number[] => count.map((day) => day * dayMs);
    expect(areDaysUseful(days(0, 1, 2, 3))).toBe(true);
    expect(areDaysUseful(days(0.9, 1, 2, 3, 3.1))).toBe(true);
    expect(areDaysUseful(days(0, 1))).toBe(false);
    expect(areDaysUseful(days(0, 31))).toBe(true);
    expect(areDaysUseful(days(0, 0.5, 1, 1.5))).toBe(false);
    expect(areDaysUseful([0, hourMs, 2 * hourMs, 3 * hourMs])).toBe(false);
  });
});
