export interface TimeZone {
  /** What clocks there show ahead of UTC at that time. */
  readonly getOffsetMs: (timeMs: number) => number;
}

/** Intl also accepts offsets such as `+02:00`, which have no calendar of clock changes. */
const namePattern = /^[A-Za-z][\w+\-/]*$/;

/** By its IANA name; undefined when there is no such zone. */
export function findTimeZone(name: string): TimeZone | undefined {
  const format = namePattern.test(name) ? createFormat(name) : undefined;
  return format && { getOffsetMs: (timeMs) => getOffsetMs(format, timeMs) };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...date, ...time, timeZone });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function getOffsetMs(format: Intl.DateTimeFormat, timeMs: number): number {
  const wholeSecondsMs = Math.floor(timeMs / 1_000) * 1_000;
  // 11/16/2026, 08:30:00
  const numbers = format.format(wholeSecondsMs).match(/\d+/g) ?? [];
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecondsMs;
}
