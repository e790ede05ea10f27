import { makeWeekCells } from './week-cells';

const series = (values: readonly (number | null)[]) => [
  { kind: 'all' as const, id: null, name: null, total: 0, values: [...values] },
];

describe('the hours of a week', () => {
  it('are those of the time zone of the series', () => {
    // A Sunday in UTC is a Monday in Berlin an hour later.
    const points = ['2026-11-15T23:00:00Z'];
    const cells = makeWeekCells({ points, series: series([0.5]), tz: 'Europe/Berlin' });
    expect(cells).toEqual([{ weekday: 0, hour: 0, value: 0.5 }]);
  });

  it('add up the same hour of all weeks without losing a nano-dollar', () => {
    const points = ['2026-11-08T10:00:00Z', '2026-11-15T10:00:00Z', '2026-11-15T11:00:00Z'];
    const cells = makeWeekCells({ points, series: series([0.1, 0.2, null]), tz: 'UTC' });
    expect(cells).toEqual([
      { weekday: 6, hour: 10, value: 0.3 },
      { weekday: 6, hour: 11, value: 0 },
    ]);
  });
});
