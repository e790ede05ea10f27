import { makeChart, makeSeriesQuery, makeWeekQuery } from './usage-series';
import { readUsageView } from './usage-view';

const nowMs = Date.parse('2026-11-16T23:30:00Z');

describe('the view of usage', () => {
  it('ignores what it does not know', () => {
    const search = { range: 'decade', metric: 'tokens', group: 'colour' };
    expect(readUsageView(search)).toEqual({ metric: 'tokens' });
  });

  it('asks for whole days of the time zone of the viewer', () => {
    const query = (timeZone: string) => makeSeriesQuery({ range: 'week' }, { nowMs, timeZone });
    expect(query('UTC')).toMatchObject({ from: '2026-11-10', bucket: 'day', tz: 'UTC' });
    expect(query('Asia/Tokyo')).toMatchObject({ from: '2026-11-11', tz: 'Asia/Tokyo' });
  });

  // The clocks of these zones changed in the night to Sunday.
  it.each([
    ['Europe/Berlin', '2026-10-26T22:30:00Z', '2026-10-20', '2026-10-13'],
    ['Europe/Berlin', '2026-03-29T22:30:00Z', '2026-03-24', '2026-03-17'],
    ['America/Santiago', '2026-09-07T03:30:00Z', '2026-09-01', '2026-08-25'],
    ['America/Havana', '2026-03-09T04:30:00Z', '2026-03-03', '2026-02-24'],
  ])('counts days of the calendar across a clock change in %s', (timeZone, now, week, two) => {
    const viewer = { nowMs: Date.parse(now), timeZone };
    expect(makeSeriesQuery({ range: 'week' }, viewer).from).toBe(week);
    expect(makeWeekQuery(viewer).from).toBe(two);
  });

  it('takes coarser points where hours would be too many', () => {
    const view = { range: 'year', bucket: 'hour' } as const;
    expect(makeSeriesQuery(view, { nowMs, timeZone: 'UTC' }).bucket).toBe('month');
  });

  it('takes coarser points where days or weeks of a long range would be too many', () => {
    const choose = (bucket: 'day' | 'week', from: string) => {
      const view = { range: 'days', from, to: '2026-10-31', bucket } as const;
      return makeSeriesQuery(view, { nowMs, timeZone: 'UTC' }).bucket;
    };
    expect(choose('day', '2025-10-01')).toBe('day');
    expect(choose('day', '2025-01-01')).toBe('month');
    expect(choose('week', '2020-01-01')).toBe('week');
    expect(choose('week', '2018-01-01')).toBe('month');
  });

  it('groups by model where the group of the address is not offered', () => {
    const viewer = { nowMs, timeZone: 'UTC' };
    expect(makeSeriesQuery({ group: 'team' }, viewer).group).toBe('model');
    const groups = ['model', 'team'] as const;
    expect(makeSeriesQuery({ group: 'team' }, { ...viewer, groups }).group).toBe('team');
    expect(makeSeriesQuery({ group: 'member' }, { ...viewer, groups }).group).toBe('model');
  });

  it('asks for the days that were chosen, the last one included', () => {
    const view = { range: 'days', from: '2026-10-01', to: '2026-10-31' } as const;
    const query = makeSeriesQuery(view, { nowMs, timeZone: 'Asia/Tokyo' });
    expect(query).toMatchObject({ from: '2026-10-01', to: '2026-11-01', bucket: 'day' });
  });

  it('asks for durations by whole days in UTC, without groups', () => {
    const view = { metric: 'latency_p95', group: 'team', range: 'day', bucket: 'hour' } as const;
    expect(makeSeriesQuery(view, { nowMs, timeZone: 'Asia/Tokyo' })).toEqual({
      metric: 'latency_p95',
      group: 'none',
      from: '2026-11-16',
      to: '2026-11-17',
      bucket: 'day',
      tz: 'UTC',
    });
  });
});

describe('a chart of usage', () => {
  it('names groups, the rest and calls without a group', () => {
    const series = [
      { kind: 'group' as const, id: 'key_1', name: 'editor', total: 3, values: [1, 2] },
      { kind: 'unassigned' as const, id: null, name: null, total: 1, values: [null, 1] },
      { kind: 'other' as const, id: null, name: null, total: 0, values: [0, 0] },
    ];
    const names = { point: (time: string) => time.slice(0, 4), other: 'rest', none: 'without' };
    expect(makeChart({ points: ['2025-01-01', '2026-01-01'], series }, names)).toEqual({
      starts: ['2025-01-01', '2026-01-01'],
      labels: ['2025', '2026'],
      series: [
        { id: 'key_1', name: 'editor', values: [1, 2] },
        { id: 'unassigned', name: 'without', values: [0, 1] },
        { id: 'other', name: 'rest', values: [0, 0] },
      ],
    });
  });
});
