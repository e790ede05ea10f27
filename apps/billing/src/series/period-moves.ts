import { formatDay, getCalendarDay, getDayStartMs, getMonthStart } from '../shared/calendar';

/** Lengths of the periods, in UTC, that read models have sums of. */
export type Period = 'half_hour' | 'hour' | 'day' | 'month';

const periodMs = { half_hour: 1_800_000, hour: 3_600_000, day: 86_400_000 };
/** Longer than any month. */
const monthDaysMax = 31;

/**
 * What sums of longer periods count on the wrong side of a border: it is moved between the two
 * points that the border separates.
 */
export interface Move {
  readonly startMs: number;
  readonly endMs: number;
  /** Points count from 1; 0 is before the first border, one more than there are after the last. */
  readonly fromPoint: number;
  readonly toPoint: number;
}

/**
 * Each border at the start or the end of its period, whichever has less to move. The time after now
 * does not count: nothing has to be moved for calls that were not made yet.
 */
export function roundBorders(
  bordersMs: readonly number[],
  period: Period,
  nowMs: number,
): readonly number[] {
  return bordersMs.map((borderMs) => {
    const startMs = getPeriodStart(borderMs, period);
    if (startMs === borderMs) return borderMs;
    const endMs = getPeriodStart(startMs + getPeriodMsMax(period), period);
    const isEndNearer = Math.min(endMs, nowMs) - borderMs <= borderMs - startMs;
    return isEndNearer ? endMs : startMs;
  });
}

/** Each border at the next start of a period: a period belongs to the point of its start. */
export function raiseBorders(bordersMs: readonly number[], period: Period): readonly number[] {
  return bordersMs.map((borderMs) => {
    const startMs = getPeriodStart(borderMs, period);
    return startMs === borderMs
      ? borderMs
      : getPeriodStart(startMs + getPeriodMsMax(period), period);
  });
}

/** What lies between the borders of longer periods and those of shorter ones, border by border. */
export function listMoves(long: readonly number[], short: readonly number[]): Move[] {
  const moves: Move[] = [];
  for (const [before, longMs] of long.entries()) {
    const shortMs = short[before] ?? longMs;
    const after = before + 1;
    if (longMs < shortMs) {
      moves.push({ startMs: longMs, endMs: shortMs, fromPoint: after, toPoint: before });
    } else if (longMs > shortMs) {
      moves.push({ startMs: shortMs, endMs: longMs, fromPoint: before, toPoint: after });
    }
  }
  return moves;
}

function getPeriodStart(timeMs: number, period: Period): number {
  if (period === 'month') return getDayStartMs(getMonthStart(getCalendarDay(timeMs)));
  return timeMs - (timeMs % periodMs[period]);
}

/** Added to the start of a period, it leads into the next one and not beyond. */
function getPeriodMsMax(period: Period): number {
  return period === 'month' ? monthDaysMax * periodMs.day : periodMs[period];
}

/** Of a range that is not much longer than a day, hours are as quick to read. */
const daysMin = 2;
/** The first and the last point of a range may be shorter than a day. */
const cutPointsMax = 2;

/** Sums by day are worth reading when points are about as long as days, or longer. */
export function areDaysUseful(bordersMs: readonly number[]): boolean {
  const [fromMs = 0] = bordersMs;
  const days = ((bordersMs.at(-1) ?? 0) - fromMs) / periodMs.day;
  return days >= daysMin && bordersMs.length - 1 <= days + cutPointsMax;
}

/** As a parameter of a column that holds starts of periods. */
export function formatStart(timeMs: number, type: 'date' | 'timestamptz'): string {
  return type === 'date' ? formatDay(getCalendarDay(timeMs)) : new Date(timeMs).toISOString();
}
