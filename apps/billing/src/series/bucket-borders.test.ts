import { getZoneDayStart, listBucketBorders, type SeriesBucket } from './bucket-borders';
import { findTimeZone, type TimeZone } from './time-zone';
import { parseDay } from '../shared/calendar';

const hourMs = 3_600_000;

function zoneOf(name: string): TimeZone {
  const zone = findTimeZone(name);
  if (zone === undefined) throw new Error(`no zone ${name}`);
  return zone;
}

function list(name: string, bucket: SeriesBucket, from: string, to: string): string[] | undefined {
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to), bucket, zone: zoneOf(name) };
  return listBucketBorders(range, 400)?.map((ms) => new Date(ms).toISOString().slice(0, 16));
}

const startOf = (day: string, zone: string): string =>
  new Date(getZoneDayStart(parseDay(day) ?? Number.NaN, zoneOf(zone))).toISOString().slice(0, 19);

describe('the start of a day', () => {
  it.each([
    ['2026-11-16', 'UTC', '2026-11-16T00:00:00'],
    ['2026-11-16', 'Europe/Berlin', '2026-11-15T23:00:00'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00'],
    ['2026-11-16', 'Asia/Kolkata', '2026-11-15T18:30:00'],
    ['2026-11-16', 'Asia/Kathmandu', '2026-11-15T18:15:00'],
    ['2026-11-16', 'America/St_Johns', '2026-11-16T03:30:00'],
    ['2026-11-16', 'Pacific/Kiritimati', '2026-11-15T10:00:00'],
    // Clocks go from midnight to one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00'],
    // Midnight comes twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00'],
    // The day before was skipped.
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00'],
  ])('%s in %s is %s', (day, zone, expected) => {
    expect(startOf(day, zone)).toBe(expected);
  });
});

describe('borders of buckets', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-10-24', 24],
  ])('make %s in Berlin a day of %i hours', (day, hours) => {
    const zone = zoneOf('Europe/Berlin');
    const number = parseDay(day) ?? Number.NaN;
    const fromMs = getZoneDayStart(number, zone);
    const toMs = getZoneDayStart(number + 1, zone);
    expect((toMs - fromMs) / hourMs).toBe(hours);
    const borders = listBucketBorders({ fromMs, toMs, bucket: 'hour', zone }, 400);
    expect(borders).toHaveLength(hours + 1);
  });

  it('cut the first and the last bucket to the range', () => {
    expect(list('Asia/Kolkata', 'hour', '2026-11-16T08:10Z', '2026-11-16T09:45Z')).toEqual([
      '2026-11-16T08:10',
      '2026-11-16T08:30',
      '2026-11-16T09:30',
      '2026-11-16T09:45',
    ]);
    expect(list('UTC', 'day', '2026-11-16T08:00Z', '2026-11-16T09:00Z')).toEqual([
      '2026-11-16T08:00',
      '2026-11-16T09:00',
    ]);
  });

  it('start weeks on Monday and months on the first day', () => {
    expect(list('Europe/Berlin', 'week', '2026-10-21T00:00Z', '2026-11-04T00:00Z')).toEqual([
      '2026-10-21T00:00',
      '2026-10-25T23:00',
      '2026-11-01T23:00',
      '2026-11-04T00:00',
    ]);
    expect(list('America/New_York', 'month', '2026-01-31T05:00Z', '2026-04-01T04:00Z')).toEqual([
      '2026-01-31T05:00',
      '2026-02-01T05:00',
      '2026-03-01T05:00',
      '2026-04-01T04:00',
    ]);
  });

  it('start a bucket at a clock change by half an hour', () => {
    // 2026-04-05: from 02:00 (+11:00) back to 01:30 (+10:30).
    expect(list('Australia/Lord_Howe', 'hour', '2026-04-04T14:00Z', '2026-04-04T16:30Z')).toEqual([
      '2026-04-04T14:00',
      '2026-04-04T15:00',
      '2026-04-04T15:30',
      '2026-04-04T16:30',
    ]);
  });

  it('make no empty bucket of a skipped day', () => {
    expect(list('Pacific/Apia', 'day', '2011-12-29T10:00Z', '2011-12-31T10:00Z')).toEqual([
      '2011-12-29T10:00',
      '2011-12-30T10:00',
      '2011-12-31T10:00',
    ]);
  });

  it('are refused when there are too many', () => {
    expect(list('UTC', 'hour', '2026-01-01T00:00Z', '2026-01-17T16:00Z')).toHaveLength(401);
    expect(list('UTC', 'hour', '2026-01-01T00:00Z', '2026-01-17T16:01Z')).toBeUndefined();
    expect(list('UTC', 'hour', '2000-01-01T00:00Z', '2100-01-01T00:00Z')).toBeUndefined();
  });

  it('rise strictly in every zone, whatever the bucket', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const zone = zoneOf(name);
      for (const bucket of ['hour', 'day', 'week', 'month'] as const) {
        const fromMs = Date.UTC(2026, 2, 28, 5, 17);
        const range = { fromMs, toMs: fromMs + 16 * 24 * hourMs, bucket, zone };
        const borders = listBucketBorders(range, 400) ?? [];
        const isRising = borders.every(
          (ms, place) => place === 0 || ms > (borders[place - 1] ?? 0),
        );
        expect([name, bucket, isRising]).toEqual([name, bucket, true]);
      }
    }
  }, 60_000);
});

describe('findTimeZone', () => {
  it.each(['', 'Mars/Olympus', '+02:00', 'UTC+2', 'Europe/Berlin\0', '../etc/localtime'])(
    'does not find %j',
    (name) => {
      expect(findTimeZone(name)).toBeUndefined();
    },
  );
});
