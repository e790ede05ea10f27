const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The day that is so many days after `2026-11-16`, or before it, by the calendar. */
export function moveDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, day.length);
}

/** The day after `2026-11-16`. */
export function addDay(day: string): string {
  return moveDay(day, 1);
}

/**
 * When a day such as `2026-11-16` begins in a time zone: the first time that clocks there show it.
 * That is not midnight where a clock change skips it, and the first midnight where it comes twice.
 */
export function findDayStart(day: string, timeZone: string): string {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const offsets = [-dayMs, dayMs].map((ms) => findOffset(midnightMs + ms, timeZone));
  const starts = offsets.map((offset) => midnightMs - offset).toSorted((one, other) => one - other);
  const found = starts.find((ms) => findLocalMs(ms, timeZone) >= midnightMs);
  return new Date(found ?? midnightMs).toISOString();
}

function findLocalMs(ms: number, timeZone: string): number {
  return ms + findOffset(ms, timeZone);
}

/** Milliseconds that clocks of the zone are ahead of UTC. */
function findOffset(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const parts = format.formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}
