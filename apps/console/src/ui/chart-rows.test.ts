import { listChartRows, tellApart } from './chart-rows';

describe('the CSV file of a chart', () => {
  it('has whole times, not the labels of the axis', () => {
    const data = {
      starts: ['2025-12-31T23:00:00Z', '2026-01-01T23:00:00Z'],
      labels: ['1 Jan', '2 Jan'],
      series: [{ id: 'key_1', name: 'editor', values: [0.5] }],
    };
    expect(listChartRows(data)).toEqual([
      ['time', 'editor'],
      ['2025-12-31T23:00:00Z', 0.5],
      ['2026-01-01T23:00:00Z', 0],
    ]);
  });
});

describe('series of a chart with the same name', () => {
  it('are distinguished by the end of their ids', () => {
    const series = [
      { id: 'key_01ABCD', name: 'ci' },
      { id: 'key_01EFGH', name: 'ci' },
      { id: 'key_01IJKL', name: 'editor' },
    ];
    expect(tellApart(series).map(({ name }) => name)).toEqual([
      'ci (…ABCD)',
      'ci (…EFGH)',
      'editor',
    ]);
  });
});
