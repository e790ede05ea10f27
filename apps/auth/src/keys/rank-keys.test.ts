import { pickSorted } from '@tollgate/http';
import { rankKeys } from './rank-keys';

const lastUsedAt = null;
const keys = [
  { id: 'key_b', lastUsedAt },
  { id: 'key_a', lastUsedAt },
  { id: 'key_c', lastUsedAt: new Date(5) },
];
const totals = new Map([
  ['key_a', { totalNanos: 7n, lastUsedAt: new Date(2) }],
  ['key_c', { totalNanos: 7n, lastUsedAt: new Date(3) }],
]);
const page = { order: 'asc', limit: 10 } as const;

function listIds(
  ranks: ReturnType<typeof rankKeys>,
  wanted: Parameters<typeof pickSorted>[1],
): readonly string[] {
  return pickSorted(ranks, wanted, BigInt).map(({ position }) => position.id);
}

describe('keys ordered by figures of billing', () => {
  it('are ordered by spend, and by id where it is equal', () => {
    const ranks = rankKeys(keys, totals, 'spend');
    expect(listIds(ranks, page)).toEqual(['key_b', 'key_a', 'key_c']);
    expect(listIds(ranks, { ...page, order: 'desc' })).toEqual(['key_c', 'key_a', 'key_b']);
  });

  it('are ordered by the later of the last billed call and the last look-up', () => {
    expect(listIds(rankKeys(keys, totals, 'lastUsedAt'), page)).toEqual([
      'key_b',
      'key_a',
      'key_c',
    ]);
  });

  it('go on behind a position, even if its key is gone', () => {
    const ranks = rankKeys(keys, totals, 'spend');
    const next = pickSorted(ranks, { ...page, limit: 2 }, BigInt).at(-1)?.position;
    expect(next).toEqual({ id: 'key_a', value: '7' });
    const others = ranks.filter(({ id }) => id !== 'key_a');
    expect(listIds(others, { ...page, after: next })).toEqual(['key_c']);
  });
});
