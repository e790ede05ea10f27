import { findTimeZone } from './time-zone';

const hourMs = 3_600_000;

/** The clock of a zone by Intl alone, as `2026-11-16 08:30`. */
function createClock(timeZone: string): (timeMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    timeZone,
  });
  return (timeMs) => format.format(timeMs);
}

describe('a time zone', () => {
  // Among them zones that changed their clocks twice within a month, by half an hour, by a day.
  it.each([
    'UTC',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Africa/Casablanca',
    'Africa/Cairo',
    'Asia/Gaza',
    'Asia/Hebron',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Caracas',
    'Asia/Pyongyang',
  ])('of %s shows what Intl shows, in every six hours of years with clock changes', (name) => {
    const zone = findTimeZone(name);
    const readClock = createClock(name);
    const years = [2010, 2011, 2026];
    for (const year of years) {
      const times = Array.from(
        { length: 366 * 4 },
        (_, step) => Date.UTC(year) + step * 6 * hourMs,
      );
      const wrong = times.filter((timeMs) => {
        const shown = new Date(timeMs + (zone?.getOffsetMs(timeMs) ?? Number.NaN));
        return shown.toISOString().slice(0, 16).replace('T', ' ') !== readClock(timeMs);
      });
      expect(wrong.map((timeMs) => new Date(timeMs).toISOString())).toEqual([]);
    }
  });

  it.each(['', 'Europe/Atlantis', '+02:00'])('is not found by the name "%s"', (name) => {
    expect(findTimeZone(name)).toBeUndefined();
  });
});
