import { formatAgo, formatDateTime, formatDay, formatDuration } from './time';

const time = '2026-03-29T00:30:15Z';
const nowMs = Date.parse('2026-03-29T01:00:00Z');

describe('a time', () => {
  it('is shown in the time zone of the viewer', () => {
    expect(formatDateTime(time, { timeZone: 'UTC', language: 'en' })).toBe(
      'Mar 29, 2026, 00:30:15',
    );
    const newYork = { timeZone: 'America/New_York', language: 'en' };
    expect(formatDateTime(time, newYork)).toBe('Mar 28, 2026, 20:30:15');
    expect(formatDay(time, newYork)).toBe('Mar 28, 2026');
  });

  it('of today is shown by its distance from now', () => {
    expect(formatAgo('2026-03-29T00:58:00Z', nowMs, 'en')).toBe('2 min. ago');
    expect(formatAgo('2026-03-29T04:00:00Z', nowMs, 'en')).toBe('in 3 hr.');
    expect(formatAgo('2026-03-27T01:00:00Z', nowMs, 'en')).toBe('2 days ago');
  });
});

describe('a duration', () => {
  it.each([
    [0.4, '0 ms'],
    [840, '840 ms'],
    [12_340, '12.3 s'],
    [245_000, '4 min 5 s'],
  ])('of %d ms is shown as %s', (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown);
  });
});
