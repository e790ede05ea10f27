import { pickCaps } from './pick-caps';

function makeKey(id: string, limit: number | null, changes: object = {}) {
  const spend = { usage: 40, usage_daily: 1, usage_weekly: 2, usage_monthly: 3 };
  return { id, name: id, limit, limit_reset: null, ...spend, ...changes };
}

describe('the caps on the first page', () => {
  it('are those of keys that have one, with the spend of its period', () => {
    const caps = pickCaps([
      makeKey('free', null),
      makeKey('day', 4, { limit_reset: 'daily' }),
      makeKey('week', 10, { limit_reset: 'weekly' }),
      makeKey('month', 30, { limit_reset: 'monthly' }),
      makeKey('life', 40),
    ]);
    expect(caps.map(({ name, used }) => [name, used])).toEqual([
      ['life', 40],
      ['day', 1],
      ['week', 2],
      ['month', 3],
    ]);
  });

  it('are at most five, and a cap of zero is the first', () => {
    const many = Array.from({ length: 8 }, (_, index) => makeKey(`key ${index}`, 100 + index));
    const caps = pickCaps([...many, makeKey('closed', 0)]);
    expect(caps.map(({ name }) => name)).toEqual(['closed', 'key 0', 'key 1', 'key 2', 'key 3']);
  });
});
