import { addDay, findDayStart, moveDay } from './day-start';

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
    // Clocks go from midnight to one o'clock.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-09-07', 'America/Santiago', '2026-09-07T03:00:00.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // Midnight comes twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    // From midnight back to 23:00 of the day before.
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
    // The day before was skipped.
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, time) => {
    expect(findDayStart(day, timeZone)).toBe(time);
  });

  it('of the next day may be in another month', () => {
    expect(addDay('2026-11-30')).toBe('2026-12-01');
    expect(moveDay('2026-03-30', -29)).toBe('2026-03-01');
  });
});
