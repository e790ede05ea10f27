import { formatDay, formatMonth, getCalendarMonth, getFirstDay, toMonth } from './calendar';

describe('a month of the calendar', () => {
  it.each([
    ['2026-11-01T00:00:00Z', '2026-11'],
    ['2026-10-31T23:59:59.999Z', '2026-10'],
    ['2024-02-29T12:00:00Z', '2024-02'],
    ['1970-01-01T00:00:00Z', '1970-01'],
    ['2026-12-31T23:59:59Z', '2026-12'],
  ])('at %s is %s', (time, name) => {
    expect(formatMonth(getCalendarMonth(Date.parse(time)))).toBe(name);
  });

  it('is followed by the next, over the end of a year, too', () => {
    expect(formatMonth(toMonth(2026, 12) + 1)).toBe('2027-01');
    expect(formatDay(getFirstDay(toMonth(2027, 1) - 1))).toBe('2026-12-01');
  });
});
