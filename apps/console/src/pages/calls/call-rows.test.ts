import { readCallRows, type Call } from './call-rows';

const call = { id: 'gen-1', app: null, cost: 0.000022 } as Call;

describe('the CSV file of calls', () => {
  it('has a line of names first', async () => {
    const page = { calls: [call], nextCursor: null };
    const { cutAt, rows } = await readCallRows(
      () => Promise.resolve(page),
      () => undefined,
    );
    const [names, row] = rows;
    expect(names?.slice(0, 2)).toEqual(['id', 'created_at']);
    expect(row?.[0]).toBe('gen-1');
    expect(cutAt).toBeUndefined();
  });

  it('ends after 10,000 calls, and says so', async () => {
    const { cutAt, rows } = await readCallRows(
      ({ limit }) => Promise.resolve({ calls: Array(limit).fill(call), nextCursor: 'more' }),
      () => undefined,
    );
    expect([rows.length, cutAt]).toEqual([10_001, 10_000]);
  });
});
