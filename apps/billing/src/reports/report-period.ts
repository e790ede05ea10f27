import { getMonthStart, getWeekday, getYearStart, type CalendarDay } from '../shared/calendar';

export const usagePeriods = ['day', 'week', 'month', 'year', 'custom'] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

export const insightsPeriods = ['7d', '30d', 'ytd', 'all'] as const;
export type InsightsPeriod = (typeof insightsPeriods)[number];

/** Both days are part of it. */
export interface DayRange {
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

export const customDaysMax = 366;

/** The calendar period that holds today, up to today. */
export function getUsageRange(
  period: Exclude<UsagePeriod, 'custom'>,
  today: CalendarDay,
): DayRange {
  const first = {
    day: today,
    week: today - getWeekday(today),
    month: getMonthStart(today),
    year: getYearStart(today),
  }[period];
  return { first, last: today };
}

/** The days up to today; `all` begins with the first day of usage. */
export function getInsightsRange(
  period: InsightsPeriod,
  today: CalendarDay,
  firstUsage: CalendarDay,
): DayRange {
  const first = {
    '7d': today - 6,
    '30d': today - 29,
    ytd: getYearStart(today),
    all: Math.min(firstUsage, today),
  }[period];
  return { first, last: today };
}

/** As many days before it. */
export function getPreviousRange({ first, last }: DayRange): DayRange {
  return { first: first - (last - first + 1), last: first - 1 };
}
