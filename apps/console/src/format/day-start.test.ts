import { addDay, findDayStart } from './day-start';

describe('the start of a day', () => {
  it.each([
    ['2026-11-16', 'UTC', '2026-11-16T00:00:00.000Z'],
    ['2026-11-16', 'Europe/Berlin', '2026-11-15T23:00:00.000Z'],
    ['2026-11-16', 'America/Los_Angeles', '2026-11-16T08:00:00.000Z'],
    ['2026-11-16', 'Asia/Kathmandu', '2026-11-15T18:15:00.000Z'],
    // Clocks change on these days.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, time) => {
    expect(findDayStart(day, timeZone)).toBe(time);
  });

  it('of the next day may be in another month', () => {
    expect(addDay('2026-11-30')).toBe('2026-12-01');
  });
});
