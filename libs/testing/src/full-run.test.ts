import { pickSome } from './full-run';

describe('picking some cases of a long suite', () => {
  const cases = [0, 1, 2, 3, 4, 5, 6];

  it('covers every case over the days', () => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => pickSome(cases, 3, day));
    expect(days.map((picked) => picked.length)).toEqual([3, 3, 3, 3, 3, 3, 3]);
    expect([...new Set(days.flat())].sort()).toEqual(cases);
  });

  it('gives all cases when there are few', () => {
    expect(pickSome(cases, 10, 4)).toEqual(cases);
  });
});
