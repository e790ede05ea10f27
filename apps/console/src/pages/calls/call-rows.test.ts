import { readCallRows, type Call } from './call-rows';

const call = { id: 'gen-1', app: null, cost: 0.000022 } as Call;

describe('the CSV file of calls', () => {
  it('has a line of names first', async () => {
    const page = { calls: [call], nextCursor: null };
    const [names, row] = await readCallRows(
      () => Promise.resolve(page),
      () => undefined,
    );
    expect(names?.slice(0, 2)).toEqual(['id', 'created_at']);
    expect(row?.[0]).toBe('gen-1');
  });

  it('ends after 10,000 calls', async () => {
    const rows = await readCallRows(
      ({ limit }) => Promise.resolve({ calls: Array(limit).fill(call), nextCursor: 'more' }),
      () => undefined,
    );
    expect(rows).toHaveLength(10_001);
  });
});
