import { formatDay, getCalendarDay, type CalendarDay } from './calendar-day';

/** A month of the UTC calendar, as the number of months since January 1970. */
export type CalendarMonth = number;

const monthsPerYear = 12;
const epochYear = 1970;

export function getCalendarMonth(timeMs: number): CalendarMonth {
  const date = new Date(timeMs);
  return toMonth(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** `month` counts from 1. */
export function toMonth(year: number, month: number): CalendarMonth {
  return (year - epochYear) * monthsPerYear + month - 1;
}

export function getFirstDay(month: CalendarMonth): CalendarDay {
  const year = epochYear + Math.floor(month / monthsPerYear);
  return getCalendarDay(Date.UTC(year, month - (year - epochYear) * monthsPerYear, 1));
}

/** `2026-11` */
export function formatMonth(month: CalendarMonth): string {
  return formatDay(getFirstDay(month)).slice(0, 'YYYY-MM'.length);
}
