/** A day of the UTC calendar, as the number of days since 1970-01-01. */
export type CalendarDay = number;

const dayMs = 86_400_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** 1970-01-01 was a Thursday. */
const mondayOffset = 3;

export function getCalendarDay(timeMs: number): CalendarDay {
  return Math.floor(timeMs / dayMs);
}

export function getDayStartMs(day: CalendarDay): number {
  return day * dayMs;
}

/** `YYYY-MM-DD`; undefined for everything else, February 30th included. */
export function parseDay(text: string): CalendarDay | undefined {
  if (!dayPattern.test(text)) return undefined;
  const day = getCalendarDay(Date.parse(`${text}T00:00:00Z`));
  return Number.isInteger(day) && formatDay(day) === text ? day : undefined;
}

export function formatDay(day: CalendarDay): string {
  return new Date(getDayStartMs(day)).toISOString().slice(0, 10);
}

/** 0 for Monday. */
export function getWeekday(day: CalendarDay): number {
  return (((day + mondayOffset) % 7) + 7) % 7;
}

export function getMonthStart(day: CalendarDay): CalendarDay {
  const date = new Date(getDayStartMs(day));
  return getCalendarDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

export function getYearStart(day: CalendarDay): CalendarDay {
  return getCalendarDay(Date.UTC(new Date(getDayStartMs(day)).getUTCFullYear(), 0, 1));
}

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
