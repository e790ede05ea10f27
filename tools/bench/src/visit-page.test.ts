import { findLargestShift } from './visit-page';

describe('the layout shift of a page', () => {
  it('is the largest sum of shifts that follow each other', () => {
    expect(findLargestShift([])).toBe(0);
    const early = [
      { ms: 100, value: 0.1 },
      { ms: 900, value: 0.2 },
    ];
    const later = { ms: 1_900, value: 0.25 };
    expect(findLargestShift([...early, later])).toBeCloseTo(0.3);
  });

  it('counts at most five seconds together', () => {
    const shifts = Array.from({ length: 12 }, (_, index) => ({ ms: index * 500, value: 0.01 }));
    expect(findLargestShift(shifts)).toBeCloseTo(0.1);
  });
});
