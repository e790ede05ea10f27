import { shiftMonth, toMonth } from './month';

describe('a month of a statement', () => {
  it('is that of UTC', () => {
    expect(toMonth(Date.UTC(2026, 10, 30, 23, 59))).toBe('2026-11');
    expect(toMonth(Date.UTC(2026, 11, 1))).toBe('2026-12');
  });

  it('has neighbours across years', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  });

  it('is the current one when the address names none', () => {
    expect(shiftMonth('soon', 1)).toBe(toMonth(Date.now()));
  });
});
