import { makeCachingChart, makeCachingQuery } from './caching-view';

const nowMs = Date.UTC(2026, 10, 16, 12);

describe('the query of the caching report', () => {
  it.each([
    [{}, { from: '2026-10-18', to: '2026-11-16', group: 'model' }],
    [{ group: 'app' }, { from: '2026-10-18', to: '2026-11-16', group: 'app' }],
    [{ group: 'team' }, { from: '2026-10-18', to: '2026-11-16', group: 'model' }],
    [{ range: 'day' }, { from: '2026-11-16', to: '2026-11-16', group: 'model' }],
    [{ range: 'year' }, { from: '2026-08-18', to: '2026-11-16', group: 'model' }],
    [
      { range: 'days', from: '2026-11-01', to: '2026-11-02' },
      { from: '2026-11-01', to: '2026-11-02', group: 'model' },
    ],
  ] as const)('of %j is %j', (view, expected) => {
    expect(makeCachingQuery(view, nowMs)).toEqual(expected);
  });
});

describe('the chart of the caching report', () => {
  it('splits the prompt tokens of each day', () => {
    const day = { requests: 2, prompt_tokens: 100, cached_tokens: 30, hit_rate: 0.3, saved: 0.1 };
    const names = { day: (date: string) => date, cached: 'cached', uncached: 'other' };
    expect(makeCachingChart([{ date: '2026-11-14', ...day }], names)).toEqual({
      starts: ['2026-11-14'],
      labels: ['2026-11-14'],
      series: [
        { id: 'cached', name: 'cached', values: [30] },
        { id: 'uncached', name: 'other', values: [70] },
      ],
    });
  });
});
