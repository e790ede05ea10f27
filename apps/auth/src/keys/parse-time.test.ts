import { parseTime } from './key-settings';

describe('a time', () => {
  it.each([
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01T02:00+02:00', '2030-01-01T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2030-01-01T00:00:00.123456789Z', '2030-01-01T00:00:00.123Z'],
  ])('%p is %p', (text, time) => {
    expect(parseTime(text)?.toISOString()).toBe(time);
  });

  it.each(['', 'tomorrow', '2030', '2030-01-01T00:00:00', '2030-02-29', '2030-01-01T25:00:00Z'])(
    '%p names none',
    (text) => {
      expect(parseTime(text)).toBeUndefined();
    },
  );
});
