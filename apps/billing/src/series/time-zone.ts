export interface TimeZone {
  /** What clocks there show ahead of UTC at that time. */
  readonly getOffsetMs: (timeMs: number) => number;
}

/** Intl also accepts offsets such as `+02:00`, which have no calendar of clock changes. */
const namePattern = /^[A-Za-z][\w+\-/]*$/;

/**
 * Asking Intl takes about 4 µs, and a series asks more than a thousand times. Where the offset is
 * the same at the start and at the end of a block, it is the same in between: no zone has changed
 * its clocks twice within two days.
 */
const blockMs = 2 * 86_400_000;
/** More than a series of 400 days needs. */
const blocksMax = 1_000;
const zonesMax = 100;
const zones = new Map<string, TimeZone>();

/** By its IANA name; undefined when there is no such zone. */
export function findTimeZone(name: string): TimeZone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const format = namePattern.test(name) ? createFormat(name) : undefined;
  if (format === undefined) return undefined;
  const zone = createTimeZone(format);
  if (zones.size === zonesMax) zones.clear();
  zones.set(name, zone);
  return zone;
}

function createTimeZone(format: Intl.DateTimeFormat): TimeZone {
  const offsets = new Map<number, number>();
  const getBlockOffset = (block: number): number => {
    const known = offsets.get(block);
    if (known !== undefined) return known;
    const offsetMs = computeOffsetMs(format, block * blockMs);
    if (offsets.size === blocksMax) offsets.clear();
    offsets.set(block, offsetMs);
    return offsetMs;
  };
  return {
    getOffsetMs: (timeMs) => {
      const block = Math.floor(timeMs / blockMs);
      const offsetMs = getBlockOffset(block);
      const isConstant = offsetMs === getBlockOffset(block + 1);
      return isConstant ? offsetMs : computeOffsetMs(format, timeMs);
    },
  };
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

function computeOffsetMs(format: Intl.DateTimeFormat, timeMs: number): number {
  const wholeSecondsMs = Math.floor(timeMs / 1_000) * 1_000;
  // 11/16/2026, 08:30:00
  const numbers = format.format(wholeSecondsMs).match(/\d+/g) ?? [];
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecondsMs;
}
