import { formatDay, parseDay, type CalendarDay } from '../shared/calendar';
import { getInsightsRange, getPreviousRange, getUsageRange, type DayRange } from './report-period';

const day = (text: string): CalendarDay => parseDay(text) as CalendarDay;
const show = ({ first, last }: DayRange): string => `${formatDay(first)} ${formatDay(last)}`;

describe('a calendar day', () => {
  it.each(['2026-02-30', '2026-13-01', '999999-01-01', '2026-1-1', 'NaN', '', '2026-01-01T00:00'])(
    'is not %p',
    (text) => {
      expect(parseDay(text)).toBeUndefined();
    },
  );
});

describe('the period of a report', () => {
  it('is the calendar period so far', () => {
    const today = day('2026-11-15'); // A Sunday.
    expect(show(getUsageRange('day', today))).toBe('2026-11-15 2026-11-15');
    expect(show(getUsageRange('week', today))).toBe('2026-11-09 2026-11-15');
    expect(show(getUsageRange('month', today))).toBe('2026-11-01 2026-11-15');
    expect(show(getUsageRange('year', today))).toBe('2026-01-01 2026-11-15');
    expect(show(getUsageRange('week', day('2026-11-16')))).toBe('2026-11-16 2026-11-16');
  });

  it('of insights ends today, and as many days came before', () => {
    const today = day('2026-03-01');
    const first = day('2025-12-24');
    expect(show(getInsightsRange('7d', today, first))).toBe('2026-02-23 2026-03-01');
    expect(show(getInsightsRange('30d', today, first))).toBe('2026-01-31 2026-03-01');
    expect(show(getInsightsRange('ytd', today, first))).toBe('2026-01-01 2026-03-01');
    expect(show(getInsightsRange('all', today, first))).toBe('2025-12-24 2026-03-01');
    expect(show(getPreviousRange(getInsightsRange('7d', today, first)))).toBe(
      '2026-02-16 2026-02-22',
    );
  });
});
