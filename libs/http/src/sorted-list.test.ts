import { type CursorRules, decodeCursor, encodeCursor, pickSorted } from './sorted-list';

const rules: CursorRules<'id' | 'name' | 'at' | 'end' | 'size'> = {
  isId: (id) => /^x\d$/.test(id),
  values: { id: 'id', name: 'text', at: 'time', end: 'end', size: 'integer' },
};
const byName = { sort: 'name', order: 'asc' } as const;

function forge(...values: unknown[]): string {
  return Buffer.from(JSON.stringify(values), 'utf8').toString('base64url');
}

describe('a cursor', () => {
  it('is decoded to the position it was made from', () => {
    const position = { id: 'x1', value: 'Grüße' };
    expect(decodeCursor(rules, byName, encodeCursor(rules, byName, position))).toEqual(position);
  });

  it('is the bare id in the order of the ids', () => {
    const byId = { sort: 'id', order: 'desc' } as const;
    expect(encodeCursor(rules, byId, { id: 'x1', value: 'x1' })).toBe('x1');
    expect(decodeCursor(rules, byId, 'x1')).toEqual({ id: 'x1', value: 'x1' });
    expect(() => decodeCursor(rules, byId, 'y')).toThrow('cursor must be');
  });

  it.each([
    ['another direction', forge('name', 'desc', 'x1', 'a')],
    ['another order', forge('at', 'asc', 'x1', 'a')],
    ['an id of another kind', forge('name', 'asc', 'y', 'a')],
    ['a number', forge('name', 'asc', 'x1', 1)],
    ['NUL', forge('name', 'asc', 'x1', 'a\0')],
    ['no list', Buffer.from('{}').toString('base64url')],
    ['no JSON', 'AAAA'],
    ['an empty text', ''],
  ])('with %s is refused', (_fault, cursor) => {
    expect(() => decodeCursor(rules, byName, cursor)).toThrow(
      expect.objectContaining({ reason: 'unsupported_param', param: 'cursor' }) as Error,
    );
  });

  it.each([
    ['at', '2026-11-16T07:44:31.123456Z', true],
    ['at', '2026-11-16T07:44:31Z', true],
    ['at', '2026-02-31T00:00:00Z', false],
    ['at', '2026-02-01T25:00:00Z', false],
    ['at', '0000-01-01T00:00:00Z', false],
    ['at', '2026-11-16T07:44:31+01:00', false],
    ['at', 'infinity', false],
    ['end', 'infinity', true],
    ['size', '-7', true],
    ['size', '99999999999', false],
  ] as const)('by %s with the value %s is accepted: %s', (sort, value, isAccepted) => {
    const read = () => decodeCursor(rules, { sort, order: 'asc' }, forge(sort, 'asc', 'x1', value));
    if (isAccepted) expect(read()).toEqual({ id: 'x1', value });
    else expect(read).toThrow();
  });
});

describe('a page of a list in memory', () => {
  const items = ['x3', 'x1', 'x2', 'x4'].map((id) => ({ id, value: id === 'x4' ? 10 : 9 }));
  const listIds = (page: Parameters<typeof pickSorted>[1]) =>
    pickSorted(items, page, Number).map(({ item }) => item.id);

  it('is ordered by value, then by id', () => {
    expect(listIds({ order: 'asc', limit: 9 })).toEqual(['x1', 'x2', 'x3', 'x4']);
    expect(listIds({ order: 'desc', limit: 9 })).toEqual(['x4', 'x3', 'x2', 'x1']);
  });

  it('begins behind a position, even if its item is gone', () => {
    expect(listIds({ order: 'asc', limit: 1, after: { id: 'x10', value: '9' } })).toEqual(['x2']);
    expect(listIds({ order: 'desc', limit: 9, after: { id: 'x2', value: '9' } })).toEqual(['x1']);
  });
});
