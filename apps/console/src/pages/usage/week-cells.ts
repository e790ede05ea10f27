import type { GetSeriesResponse } from '../../api/generated/types.gen';
import { sumUsd } from '../../format/money';

/** What was spent in one hour of a weekday. */
export interface WeekCell {
  /** From Monday, which is 0. */
  readonly weekday: number;
  readonly hour: number;
  /** USD. */
  readonly value: number;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The hours of a series by weekday and hour of its time zone. */
export function makeWeekCells({
  points,
  series,
  tz,
}: Pick<GetSeriesResponse, 'points' | 'series' | 'tz'>): readonly WeekCell[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: tz,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const cells = new Map<string, WeekCell>();
  points.forEach((point, index) => {
    const parts = format.formatToParts(new Date(point));
    const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
    const weekday = weekdays.indexOf(find('weekday'));
    const hour = Number(find('hour'));
    const key = `${weekday} ${hour}`;
    const spent = series.map(({ values }) => values[index] ?? 0);
    const value = sumUsd([cells.get(key)?.value ?? 0, ...spent]);
    cells.set(key, { weekday, hour, value });
  });
  return [...cells.values()];
}
