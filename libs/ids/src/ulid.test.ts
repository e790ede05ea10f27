import { getUlidTimeMs, isUlid, makeUlid } from './ulid';

describe('ULIDs', () => {
  it('carry the time they were made with', () => {
    expect(getUlidTimeMs(makeUlid(1_763_110_800_123))).toBe(1_763_110_800_123);
  });

  it('sort by time', () => {
    expect(makeUlid(1_000) < makeUlid(2_000)).toBe(true);
  });

  it('do not repeat within one millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => makeUlid(5));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['', 'x', '81ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAI'])(
    'refuses %j as not being one',
    (text) => {
      expect(isUlid(text)).toBe(false);
      expect(() => getUlidTimeMs(text)).toThrow(RangeError);
    },
  );
});
