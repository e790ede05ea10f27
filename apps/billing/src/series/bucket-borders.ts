import {
  getCalendarDay,
  getDayStartMs,
  getMonthStart,
  getWeekday,
  type CalendarDay,
} from '../shared/calendar';
import type { TimeZone } from './time-zone';

export const seriesBuckets = ['hour', 'day', 'week', 'month'] as const;
export type SeriesBucket = (typeof seriesBuckets)[number];

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const daysPerWeek = 7;
/** Longer than any month. */
const monthDaysMax = 31;

export interface BucketRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucket: SeriesBucket;
  readonly zone: TimeZone;
}

/**
 * The start of every bucket of the range, and its end. The first and the last bucket are cut to the
 * range. Undefined: there are more than `bucketsMax`.
 */
export function listBucketBorders(
  { fromMs, toMs, bucket, zone }: BucketRange,
  bucketsMax: number,
): number[] | undefined {
  const borders: number[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs = getBucketEnd(startMs, bucket, zone)) {
    if (borders.length === bucketsMax) return undefined;
    borders.push(startMs);
  }
  return [...borders, toMs];
}

function getBucketEnd(timeMs: number, bucket: SeriesBucket, zone: TimeZone): number {
  if (bucket === 'hour') return getHourEnd(timeMs, zone);
  let day = getCalendarDay(timeMs + zone.getOffsetMs(timeMs));
  let endMs: number;
  // A clock that is set back over midnight shows the end of a day again after the next day began.
  do {
    day = getNextBucketDay(day, bucket);
    endMs = getZoneDayStart(day, zone);
  } while (endMs <= timeMs);
  return endMs;
}

function getNextBucketDay(day: CalendarDay, bucket: Exclude<SeriesBucket, 'hour'>): CalendarDay {
  if (bucket === 'day') return day + 1;
  if (bucket === 'week') return day - getWeekday(day) + daysPerWeek;
  return getMonthStart(getMonthStart(day) + monthDaysMax);
}

/** A clock change by less than an hour starts a bucket of its own. */
function getHourEnd(timeMs: number, zone: TimeZone): number {
  const offsetMs = zone.getOffsetMs(timeMs);
  const intoHourMs = (timeMs + offsetMs) % hourMs;
  const endMs = timeMs + hourMs - intoHourMs;
  const changeMs = zone.getOffsetMs(endMs - 1) - offsetMs;
  if (changeMs % hourMs === 0) return endMs;
  return findFirst(timeMs, endMs, (atMs) => zone.getOffsetMs(atMs) !== offsetMs);
}

/** Not always midnight: where clocks are set forward at midnight, a day starts at one o'clock. */
export function getZoneDayStart(day: CalendarDay, zone: TimeZone): number {
  const utcMs = getDayStartMs(day);
  const beforeMs = zone.getOffsetMs(utcMs - dayMs);
  if (beforeMs === zone.getOffsetMs(utcMs + dayMs)) return utcMs - beforeMs;
  return findFirst(
    utcMs - dayMs,
    utcMs + dayMs,
    (atMs) => getCalendarDay(atMs + zone.getOffsetMs(atMs)) >= day,
  );
}

/** The first time after `lowMs` at which a condition holds that holds at `highMs`. */
function findFirst(lowMs: number, highMs: number, holds: (atMs: number) => boolean): number {
  let [low, high] = [lowMs, highMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
