import { randomInt } from 'node:crypto';
import { makeUlid } from '@tollgate/ids';
import type { Generation } from '../src/ledger/usage';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let reports: ReportsUnderTest;

beforeAll(async () => {
  reports = await startReports();
});
afterAll(() => reports.stop());

interface Answer {
  readonly from: string;
  readonly to: string;
  readonly unit: string;
  readonly points: readonly string[];
  readonly series: readonly {
    readonly kind: string;
    readonly id: string | null;
    readonly name: string | null;
    readonly total: number | null;
    readonly values: readonly (number | null)[];
  }[];
}

const newUser = (): string => `user_${makeUlid()}`;
const makeCall = (userId: string, time: string | number, changes: UsageRecordChanges = {}) =>
  aGeneration({
    ...{ ulid: makeUlid(new Date(time).getTime()), walletId: userId, userId },
    ...{ keyId: `key_${userId}`, costNanos: 1_000_000_000n, ...changes },
  });

async function read(userId: string, query: string): Promise<Answer> {
  const { body, status } = await reports.get(`/api/series?${query}`, { userId });
  expect([query, status]).toEqual([query, 200]);
  return body as Answer;
}

/** The values of every series by its group. */
async function readValues(userId: string, query: string) {
  const { series } = await read(userId, query);
  return Object.fromEntries(series.map(({ id, kind, values }) => [id ?? kind, values]));
}

describe('GET /api/series', () => {
  it('describes the points and the groups', async () => {
    const userId = newUser();
    await reports.store.postCharges([
      makeCall(userId, '2026-11-14T18:29:59.999Z'),
      makeCall(userId, '2026-11-14T18:30:00Z', { model: 'acme/big', costNanos: 3n }),
    ]);
    const range = 'from=2026-11-14&to=2026-11-16&tz=Asia/Kolkata';
    expect(await read(userId, `metric=spend&group=model&${range}`)).toEqual({
      metric: 'spend',
      unit: 'usd',
      bucket: 'day',
      group: 'model',
      tz: 'Asia/Kolkata',
      from: '2026-11-13T18:30:00.000Z',
      to: '2026-11-15T18:30:00.000Z',
      points: ['2026-11-13T18:30:00.000Z', '2026-11-14T18:30:00.000Z'],
      series: [
        { kind: 'group', id: 'acme/chat-1', name: null, total: 1, values: [1, 0] },
        { kind: 'group', id: 'acme/big', name: null, total: 3e-9, values: [0, 3e-9] },
      ],
    });
  });

  it('shows every metric and every group', async () => {
    const userId = newUser();
    await reports.store.postCharges([
      makeCall(userId, '2026-11-14T09:10:00Z', { appName: 'Cursor', durationMs: 1_000n }),
      makeCall(userId, '2026-11-14T09:50:00Z', { errorCode: 'upstream_error', costNanos: 0n }),
      makeCall(userId, '2026-11-15T09:50:00Z', { keyId: 'key_named', keyName: 'CI' }),
    ]);
    const range = 'from=2026-11-14&to=2026-11-16';
    expect(await readValues(userId, `metric=spend&${range}`)).toEqual({ all: [1, 1] });
    expect(await readValues(userId, `metric=tokens&${range}`)).toEqual({ all: [30, 15] });
    expect(await readValues(userId, `metric=requests&${range}`)).toEqual({ all: [2, 1] });
    expect(await readValues(userId, `metric=errors&${range}`)).toEqual({ all: [1, 0] });
    expect(await readValues(userId, `metric=requests&group=app&${range}`)).toEqual({
      Cursor: [1, 0],
      unassigned: [1, 1],
    });
    const keys = await read(userId, `metric=requests&group=key&${range}`);
    expect(keys.series.map(({ name, total }) => [name, total])).toEqual([
      ['ci', 2],
      ['CI', 1],
    ]);
    const [first, second] =
      (await read(userId, `metric=latency_p95&${range}`)).series[0]?.values ?? [];
    expect(first).toBeGreaterThan(900);
    expect(first).toBeLessThan(1_100);
    expect(second).toBeLessThan(20);
    expect(await readValues(userId, `metric=latency_p50&group=app&${range}`)).toEqual({
      Cursor: [first, null],
      unassigned: [second, second],
    });
  });

  it('shows zeros, and no latency, where nothing was called', async () => {
    const userId = newUser();
    const range = 'from=2026-11-14&to=2026-11-16';
    expect(await readValues(userId, `metric=spend&${range}`)).toEqual({ all: [0, 0] });
    expect(await readValues(userId, `metric=latency_p50&${range}`)).toEqual({ all: [null, null] });
    expect(await readValues(userId, `metric=spend&group=model&${range}`)).toEqual({});
  });

  it('shows the first ten groups and all others as one', async () => {
    const userId = newUser();
    const calls = Array.from({ length: 13 }, (_, index) =>
      makeCall(userId, '2026-11-14T09:00:00Z', {
        ...{ model: `acme/${index}`, costNanos: BigInt(index + 1) * 1_000_000_000n },
      }),
    );
    await reports.store.postCharges(calls);
    const { series } = await read(userId, 'metric=spend&group=model&from=2026-11-14&to=2026-11-15');
    expect(series.map(({ id, kind, total }) => [id ?? kind, total])).toEqual([
      ...Array.from({ length: 10 }, (_, index) => [`acme/${12 - index}`, 13 - index]),
      ['other', 6],
    ]);
  });

  it('ends now when it is not given an end', async () => {
    const userId = newUser();
    const nowMs = Date.parse('2026-11-14T09:30:00Z');
    reports.setNowMs(nowMs);
    const calls = [makeCall(userId, nowMs - 1), makeCall(userId, nowMs)];
    await reports.store.postCharges(calls);
    expect(await readValues(userId, 'metric=requests&from=2026-11-14')).toEqual({ all: [1] });
  });

  it('does not know the errors of hours in which they were not counted', async () => {
    const userId = newUser();
    const error = { errorCode: 'upstream_error', costNanos: 0n };
    await reports.store.postCharges([makeCall(userId, '2026-11-14T09:10:00Z', error)]);
    await reports.database.query('UPDATE usage_hourly SET errors = NULL WHERE wallet_id = $1', [
      userId,
    ]);
    await reports.store.postCharges([
      makeCall(userId, '2026-11-14T09:20:00Z', error),
      makeCall(userId, '2026-11-14T10:20:00Z', error),
    ]);
    const { series } = await read(
      userId,
      'metric=errors&bucket=hour&from=2026-11-14T09:00:00Z&to=2026-11-14T11:00:00Z',
    );
    expect(series).toMatchObject([{ total: null, values: [null, 1] }]);
  });

  it('counts calls whose records were deleted at the start of their hour', async () => {
    const userId = newUser();
    await reports.store.postCharges([
      makeCall(userId, '2025-01-14T18:10:00Z'),
      makeCall(userId, '2025-01-14T18:50:00Z'),
    ]);
    await reports.database.query('DELETE FROM generations WHERE wallet_id = $1', [userId]);
    const query = 'metric=requests&from=2025-01-14&to=2025-01-16&tz=Asia/Kolkata';
    expect(await readValues(userId, query)).toEqual({ all: [2, 0] });
  });

  it.each([
    ['metric=speed&from=2026-11-14', 'metric', 'must be one of'],
    ['from=2026-11-14', 'metric', 'must be one of'],
    ['metric=spend', 'from', 'got nothing'],
    ['metric=spend&from=yesterday', 'from', 'must be a day as 2026-11-01 or a time'],
    ['metric=spend&from=2026-02-30', 'from', 'must be a day as 2026-11-01 or a time'],
    ['metric=spend&from=2026-11-14T25:00:00Z', 'from', 'must be a day as 2026-11-01 or a time'],
    ['metric=spend&from=2026-11-14T08:00:00', 'from', 'must be a day as 2026-11-01 or a time'],
    ['metric=spend&from=1999-11-14', 'from', 'between 2000-01-01 and 2100-01-01'],
    ['metric=spend&from=2026-11-14&to=2999-01-01', 'to', 'between 2000-01-01 and 2100-01-01'],
    ['metric=spend&from=2026-11-14&to=2026-11-14', 'from', 'must be before to'],
    ['metric=spend&from=2026-11-14&to=2026-11-13', 'from', 'must be before to'],
    ['metric=spend&from=2026-11-14&tz=Mars/Olympus', 'tz', 'Mars/Olympus is not an IANA time zone'],
    ['metric=spend&from=2026-11-14&tz=%2B02:00', 'tz', 'is not an IANA time zone'],
    ['metric=spend&from=2026-11-14&tz=%00', 'tz', 'is not an IANA time zone'],
    ['metric=spend&from=2026-11-14&bucket=minute', 'bucket', 'must be one of'],
    ['metric=spend&from=2026-11-14&group=user', 'group', 'must be one of'],
    ['metric=spend&from=2025-10-01&to=2026-11-14', 'bucket', 'more than 400 buckets of a day'],
    ['metric=latency_p50&from=2026-11-14&to=2026-11-16&bucket=hour', 'metric', 'by UTC days'],
    ['metric=latency_p50&from=2026-11-14&to=2026-11-16&tz=Asia/Tokyo', 'metric', 'by UTC days'],
    ['metric=latency_p50&from=2026-11-14&to=2026-11-16T08:00:00Z', 'metric', 'by UTC days'],
    ['metric=latency_p50&from=2026-11-14&to=2026-11-16&group=team', 'group', 'none, model, key'],
  ])('refuses %s', async (query, param, message) => {
    const { body, status } = await reports.get(`/api/series?${query}`, { userId: newUser() });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'unsupported_param', param]);
    expect(body.error.message).toContain(message);
  });
});

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/Havana'],
  ...['Pacific/Kiritimati', 'Africa/Cairo', 'Australia/Adelaide', 'Asia/Beirut'],
];
/** Around clock changes of these zones, and the end of a month. */
const centers = ['2026-03-29', '2026-04-05', '2026-04-24', '2026-10-25', '2026-11-01'];
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

interface RandomCase {
  readonly userId: string;
  readonly calls: readonly Generation[];
  readonly centerMs: number;
}

/** Many calls are next to the half, the quarter or the whole of an hour. */
async function postRandomCalls(): Promise<RandomCase> {
  const userId = newUser();
  const centerMs = Date.parse(pick(centers));
  const quarterMs = hourMs / 4;
  const calls = Array.from({ length: 300 }, () => {
    const offsetMs = randomInt(6 * dayMs) - 3 * dayMs;
    const nearMs = Math.round(offsetMs / quarterMs) * quarterMs + randomInt(3) - 1;
    return makeCall(userId, centerMs + (randomInt(2) === 0 ? offsetMs : nearMs), {
      costNanos: BigInt(randomInt(1_000_000_000)),
      model: `acme/${randomInt(14)}`,
      keyId: `key_${userId}_${randomInt(3)}`,
      appName: pick(['', 'Cursor', 'Claude Code']),
      errorCode: pick(['', '', 'upstream_error']),
    });
  });
  for (let start = 0; start < calls.length; start += 50) {
    await reports.store.postCharges(calls.slice(start, start + 50));
  }
  return { userId, calls, centerMs };
}

function pickQuery(centerMs: number): { query: string; tz: string; bucket: string } {
  const [first, second] = [randomInt(7 * dayMs), randomInt(7 * dayMs)].sort((a, b) => a - b);
  const times = [first ?? 0, (second ?? 0) + 1].map((ms) => new Date(centerMs - 3.5 * dayMs + ms));
  const [from = '', to = ''] = times.map((time) =>
    pick([time.toISOString(), time.toISOString().slice(0, 13) + ':30:00Z', time.toISOString()]),
  );
  const tz = pick(zones);
  const bucket = pick(['hour', 'day', 'week', 'month']);
  const group = pick(['none', 'model', 'key', 'app']);
  const latest = to > from ? to : new Date(Date.parse(from) + 1).toISOString();
  return {
    query: `from=${from}&to=${latest}&tz=${tz}&bucket=${bucket}&group=${group}`,
    tz,
    bucket,
  };
}

const toNanos = (usd: number | null): bigint => BigInt(Math.round((usd ?? Number.NaN) * 1e9));

async function sumLedger(userId: string, { from, to }: Answer): Promise<bigint> {
  const { rows } = await reports.database.query<{ sum: bigint }>(
    `SELECT coalesce(sum(amount_nanos), 0)::bigint AS sum FROM transfers
      WHERE wallet_id = $1 AND kind = 'settle' AND occurred_at >= $2 AND occurred_at < $3`,
    [userId, from, to],
  );
  return rows[0]?.sum ?? 0n;
}

/** By the calendar of Postgres. */
async function sumDays(userId: string, tz: string, { from, to }: Answer): Promise<bigint[]> {
  const { rows } = await reports.database.query<{ sum: bigint }>(
    `SELECT sum(cost_nanos)::bigint AS sum FROM generations
      WHERE wallet_id = $1 AND created_at >= $2 AND created_at < $3
      GROUP BY (created_at AT TIME ZONE $4)::date HAVING sum(cost_nanos) > 0
      ORDER BY (created_at AT TIME ZONE $4)::date`,
    [userId, from, to, tz],
  );
  return rows.map(({ sum }) => sum);
}

/** All groups together, by point. */
function addSeries({ points, series }: Answer): bigint[] {
  return points.map((_, place) =>
    series.reduce((sum, { values }) => sum + toNanos(values[place] ?? Number.NaN), 0n),
  );
}

describe('any calls, zone and range', () => {
  it.each(Array.from({ length: 8 }, (_, round) => round))(
    'add up to the charges in the ledger, point by point (round %i)',
    async () => {
      const { calls, centerMs, userId } = await postRandomCalls();
      for (let count = 0; count < 25; count++) {
        const { bucket, query, tz } = pickQuery(centerMs);
        const answer = await read(userId, `metric=spend&${query}`);
        const sums = addSeries(answer);
        const total = answer.series.reduce((sum, series) => sum + toNanos(series.total), 0n);
        const ledger = await sumLedger(userId, answer);
        const added = sums.reduce((sum, value) => sum + value, 0n);
        expect([query, added, total]).toEqual([query, ledger, ledger]);
        const borders = [...answer.points, answer.to].map((time) => Date.parse(time));
        const expected = answer.points.map((_, place) =>
          calls
            .filter(({ createdAtMs }) => createdAtMs >= (borders[place] ?? 0))
            .filter(({ createdAtMs }) => createdAtMs < (borders[place + 1] ?? 0))
            .reduce((sum, { costNanos }) => sum + costNanos, 0n),
        );
        expect([query, sums]).toEqual([query, expected]);
        if (bucket !== 'day') continue;
        const days = sums.filter((sum) => sum > 0n);
        expect([query, days]).toEqual([query, await sumDays(userId, tz, answer)]);
      }
    },
  );

  it('count every call and every error once', async () => {
    const { calls, centerMs, userId } = await postRandomCalls();
    for (let count = 0; count < 20; count++) {
      const { query } = pickQuery(centerMs);
      const requests = await read(userId, `metric=requests&${query}`);
      const errors = await read(userId, `metric=errors&${query}`);
      const inside = calls.filter(
        ({ createdAtMs }) =>
          createdAtMs >= Date.parse(requests.from) && createdAtMs < Date.parse(requests.to),
      );
      const sum = ({ series }: Answer) => series.reduce((all, { total }) => all + (total ?? 0), 0);
      const failed = inside.filter(({ isError }) => isError).length;
      expect([query, sum(requests), sum(errors)]).toEqual([query, inside.length, failed]);
    }
  });
});
