import { formatCount, formatPercent, formatShortCount } from './number';

describe('a number', () => {
  it('is grouped by thousands', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });

  it.each([
    [999, '999'],
    [1_000, '1 k'],
    [1_234_567, '1.23 M'],
    [-5_600_000_000, '-5.6 B'],
  ])('%d is short as %s', (count, shown) => {
    expect(formatShortCount(count)).toBe(shown);
  });

  it('as a share has one decimal', () => {
    expect(formatPercent(0.98765)).toBe('98.8 %');
  });
});
