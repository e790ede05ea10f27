const dayMs = 86_400_000;

/** The day after `2026-11-16`. */
export function addDay(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, day.length);
}

/** When a day such as `2026-11-16` begins in a time zone. */
export function findDayStart(day: string, timeZone: string): string {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const guessMs = midnightMs - findOffset(midnightMs, timeZone);
  // The clock may change between midnight in UTC and midnight of the zone.
  return new Date(midnightMs - findOffset(guessMs, timeZone)).toISOString();
}

/** Milliseconds that clocks of the zone are ahead of UTC. */
function findOffset(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const parts = format.formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  const minuteMs = 60_000;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}
