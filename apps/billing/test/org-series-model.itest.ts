import { randomInt } from 'node:crypto';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, isTransientDatabaseError, type Database } from '@tollgate/postgres';
import { createBook, createBookStore } from '../src/ledger/book-store';
import { createAddLargeOrgs } from '../src/ledger/large-org-store';
import { createFillNextDay } from '../src/ledger/org-series-fill-store';
import type { BookStore, FillNextDay } from '../src/ledger/ports';
import type { Generation } from '../src/ledger/usage';
import { verifyBook } from '../src/verify/verify-book';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The calls of most tests are around it. */
const middleMs = Date.UTC(2026, 9, 31, 12);
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

let reports: ReportsUnderTest;
/** Waits for locks for as long as a busy machine needs. */
let patient: Database;
let fillNextDay: FillNextDay;
const connect = (name: string): Database => {
  const timeouts = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 };
  return createDatabase({ url: reports.databaseUrl, name, logger: silentLogger, ...timeouts });
};
beforeEach(async () => {
  reports = await startReports();
  patient = connect('patient');
  fillNextDay = createFillNextDay(patient);
});
afterEach(async () => {
  await patient.close();
  await reports.stop();
});

const makeCall = (orgId: string, timeMs: number, changes: UsageRecordChanges = {}) =>
  aGeneration({ ulid: makeUlid(timeMs), walletId: orgId, orgId, userId: 'user_1', ...changes });

const newOrg = (): string => `org_${makeUlid()}`;

/** Many are next to the half, the quarter or the whole of an hour. */
function makeCalls(orgId: string, count: number, centerMs: number, days: number): Generation[] {
  return Array.from({ length: count }, () => {
    const offsetMs = randomInt(days * dayMs) - (days / 2) * dayMs;
    const quarterMs = hourMs / 4;
    const nearMs = Math.round(offsetMs / quarterMs) * quarterMs + randomInt(3) - 1;
    const member = randomInt(-1, 15);
    return makeCall(orgId, centerMs + (randomInt(2) === 0 ? offsetMs : nearMs), {
      costNanos: pick([0n, BigInt(randomInt(1_000_000_000))]),
      model: `acme/${randomInt(14)}`,
      memberId: member < 0 ? '' : `mem_${member}`,
      teamId: member < 0 ? '' : `team_${member % 12}`,
      keyId: `key_${orgId}_${member}_${randomInt(2)}`,
      appName: pick(['', 'Cursor', 'Claude Code']),
      errorCode: pick(['', '', 'upstream_error']),
      durationMs: BigInt(randomInt(5_000)),
    });
  });
}

async function post(calls: readonly Generation[], store: BookStore = reports.store): Promise<void> {
  for (let start = 0; start < calls.length; start += 40) {
    await store.postCharges(calls.slice(start, start + 40));
  }
}

/** As if the organizations had been large from the start. */
const giveSums = (...orgIds: string[]) =>
  reports.database.query('INSERT INTO org_series_wallets SELECT unnest($1::text[])', [orgIds]);

/** The job, for organizations with at least so many calls; again while postings hold it up. */
async function addLargeOrgs(callsMin = 1): Promise<number> {
  const add = createAddLargeOrgs(patient, callsMin);
  for (let left = 30; ; left--) {
    try {
      return await add();
    } catch (error) {
      if (left === 0 || !isTransientDatabaseError(error)) throw error;
    }
  }
}

async function fillAll(): Promise<void> {
  while (await fillNextDay());
}

const countRows = async (table: string): Promise<number> =>
  (await reports.database.query(`SELECT 1 FROM ${table}`)).rowCount;

/** The sums that `org_series` and `org_latency` must have, made of the calls themselves. */
const wantedSql = `
SELECT wallet_id, dimension, period, name, by.key_id, by.team_id, starts_at,
       sum(cost_nanos)::text AS spend,
       count(*)::text AS requests, sum(prompt_tokens + completion_tokens)::text AS tokens,
       count(*) FILTER (WHERE call_status = 'error')::text AS errors
  FROM generations g
 CROSS JOIN LATERAL (VALUES ('none', '', '', ''), ('model', model, '', ''),
   ('app', app_name, '', ''), ('team', g.team_id, '', ''),
   ('member', member_id, g.key_id, g.team_id)) AS by (dimension, name, key_id, team_id)
 CROSS JOIN LATERAL (VALUES ('half_hour', date_bin('30 minutes', created_at, 'epoch')),
   ('day', date_trunc('day', created_at, 'UTC')),
   ('month', date_trunc('month', created_at, 'UTC'))) AS at (period, starts_at)
 WHERE wallet_id IN (SELECT wallet_id FROM org_series_wallets)
 GROUP BY 1, 2, 3, 4, 5, 6, 7`;
const foundSql = `
SELECT wallet_id, dimension, period, name, key_id, team_id, starts_at, spend_nanos::text,
       requests::text, tokens::text, errors::text FROM org_series WHERE requests <> 0`;
const differenceSql = `
SELECT * FROM ((${wantedSql}) EXCEPT (${foundSql})) AS missing
UNION ALL SELECT * FROM ((${foundSql}) EXCEPT (${wantedSql})) AS excess`;

async function expectSums(): Promise<void> {
  const { rows } = await reports.database.query(differenceSql);
  expect(rows).toEqual([]);
  expect(await listBreaches()).toEqual([]);
}

async function listBreaches(): Promise<string[]> {
  const results = await verifyBook(reports.database);
  return results
    .filter(({ breaches, id }) => breaches > 0 && id.startsWith('org_'))
    .map(({ id }) => id);
}

describe('series of organizations', () => {
  it('sum every call of a large one once, however often it is delivered', async () => {
    const orgIds = [newOrg(), newOrg()];
    await giveSums(...orgIds);
    const calls = orgIds.flatMap((orgId) => makeCalls(orgId, 150, middleMs, 4));
    await post(calls);
    await post(calls);
    const more = makeCalls(pick(calls).walletId, 30, middleMs, 4);
    await reports.store.postCharges([...calls.slice(20, 40), ...more]);
    await reports.store.postCharges(more);
    await expectSums();
    expect(await countRows('org_series')).toBeGreaterThan(0);
    expect(await countRows('org_series_pending')).toBe(0);
  });

  it('have none of a call whose posting fails', async () => {
    const orgId = newOrg();
    await giveSums(orgId);
    const [first, second] = makeCalls(orgId, 2, middleMs, 4);
    if (first === undefined || second === undefined) throw new Error('no calls');
    await reports.store.postCharges([first]);
    const broken = { ...second, model: 'nul \0 is not text' };
    await expect(reports.store.postCharges([broken])).rejects.toThrow();
    await expectSums();
    await reports.store.postCharges([second]);
    await expectSums();
  });

  it('have no rows of accounts and of organizations that are not large', async () => {
    const largeId = newOrg();
    await giveSums(largeId);
    const account = aGeneration({ walletId: 'user_9', userId: 'user_9' });
    await reports.store.postCharges([account, ...makeCalls(newOrg(), 3, middleMs, 4)]);
    expect([await countRows('org_series'), await countRows('org_latency')]).toEqual([0, 0]);
    await reports.store.postCharges([
      ...makeCalls(newOrg(), 3, middleMs, 4),
      ...makeCalls(largeId, 3, middleMs, 4),
    ]);
    await expectSums();
  });

  it('have calls that are posted inside a longer transaction', async () => {
    const orgId = newOrg();
    const [first, second] = makeCalls(orgId, 2, middleMs, 4);
    const add = (call: Generation | undefined) =>
      reports.store.inTransaction((book) => book.addGenerations(call ? [call] : []));
    await add(first);
    expect(await countRows('org_series')).toBe(0);
    await addLargeOrgs();
    await fillAll();
    await add(second);
    // The charges were not posted, so that only the sums can agree.
    const { rows } = await reports.database.query(differenceSql);
    expect(rows).toEqual([]);
    expect(await countRows('org_series')).toBeGreaterThan(0);
  });

  it('are verified', async () => {
    const orgId = newOrg();
    await giveSums(orgId);
    await post(makeCalls(orgId, 20, middleMs, 4));
    for (const [sql, broken] of [
      ["UPDATE org_series SET errors = errors + 1 WHERE period = 'day'", 'org_series_agree'],
      [
        "UPDATE org_series SET requests = requests + 1 WHERE period = 'half_hour'",
        'org_series_periods_agree',
      ],
      ['DELETE FROM org_latency', 'org_latencies_agree'],
    ] as const) {
      expect(await listBreaches()).not.toContain(broken);
      await reports.database.query(sql);
      expect(await listBreaches()).toContain(broken);
    }
  });
});

describe('an organization that becomes large', () => {
  /** Resolves when a connection waits for a lock of the table. */
  async function waitForLock(table: string): Promise<void> {
    for (let round = 0; round < 600; round++) {
      const { rowCount } = await reports.database.query(
        'SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
        [table],
      );
      if (rowCount > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`nothing waits for ${table}`);
  }

  it('is one with enough calls, and is added once', async () => {
    const [smallId, largeId] = [newOrg(), newOrg()];
    await post([...makeCalls(smallId, 9, middleMs, 4), ...makeCalls(largeId, 10, middleMs, 4)]);
    expect(await addLargeOrgs(11)).toBe(0);
    expect(await addLargeOrgs(10)).toBe(1);
    expect(await addLargeOrgs(10)).toBe(0);
    const { rows } = await reports.database.query<{ wallet_id: string }>(
      'SELECT wallet_id FROM org_series_wallets',
    );
    expect(rows.map(({ wallet_id }) => wallet_id)).toEqual([largeId]);
    await fillAll();
    await expectSums();
  });

  it('gets sums of its earlier calls day by day, and the same answers meanwhile', async () => {
    const orgId = newOrg();
    reports.setRole(orgId, 'user_boss', 'org_admin');
    await post([...makeCalls(orgId, 200, middleMs, 4), ...makeCalls(newOrg(), 50, middleMs, 4)]);
    const range = 'from=2026-10-25T10:10:00Z&to=2026-11-05';
    const queries = ['none', 'model', 'app', 'key', 'team', 'member'].map(
      (group) => `metric=spend&group=${group}&tz=Asia/Kolkata&${range}`,
    );
    const latency = 'metric=latency_p95&group=key&from=2026-10-25&to=2026-11-05';
    const readAll = () =>
      Promise.all(
        [...queries, latency].map(async (query) => {
          const path = `/api/orgs/${orgId}/series?${query}`;
          const { body, status } = await reports.get(path, {
            kind: 'session',
            userId: 'user_boss',
          });
          expect([query, status]).toEqual([query, 200]);
          return body as unknown;
        }),
      );
    const before = await readAll();
    await addLargeOrgs();
    expect(await fillNextDay()).toBe(true);
    expect(await readAll()).toEqual(before);
    await fillAll();
    expect(await readAll()).toEqual(before);
    await expectSums();
  });

  it('has calls once that are posted before, while and after its days are filled', async () => {
    const orgIds = [newOrg(), newOrg(), newOrg()];
    const calls = orgIds.flatMap((orgId) => makeCalls(orgId, 200, middleMs, 2));
    calls.sort((left, right) => (left.ulid.slice(-5) < right.ulid.slice(-5) ? -1 : 1));
    // Each store remembers for itself which organizations are large, as an instance does.
    const stores = [createBookStore(patient), createBookStore(patient)];
    await post(calls.slice(0, 100));
    const posting = stores.map((store, place) =>
      post(calls.slice(100 + place * 200, 300 + place * 200), store),
    );
    const filling = [1, 2].map(async () => {
      await addLargeOrgs();
      await fillAll();
    });
    await Promise.all([...posting, ...filling]);
    await post(calls.slice(500));
    await fillAll();
    await expectSums();
    expect(await countRows('org_series_wallets')).toBe(orgIds.length);
  });

  it('has calls once whose posting began before it was large and ended after', async () => {
    const orgId = newOrg();
    const calls = makeCalls(orgId, 60, middleMs, 6);
    await post(calls.slice(0, 20));
    let adding: Promise<unknown> = Promise.resolve();
    await reports.database.withTransaction(async (transaction) => {
      await createBook(transaction).addGenerations(calls.slice(20, 40));
      adding = addLargeOrgs();
      await waitForLock('org_series');
    });
    await adding;
    await reports.store.postCharges(calls.slice(40));
    await fillAll();
    const { rows } = await reports.database.query(differenceSql);
    expect(rows).toEqual([]);
  });

  it('has calls once whose posting waited until it was large', async () => {
    const orgId = newOrg();
    const calls = makeCalls(orgId, 60, middleMs, 6);
    await post(calls.slice(0, 20));
    let posting: Promise<unknown> = Promise.resolve();
    await reports.database.withTransaction(async (transaction) => {
      // What the job does, up to its commit.
      await transaction.query('LOCK TABLE org_series IN SHARE ROW EXCLUSIVE MODE');
      await transaction.query('INSERT INTO org_series_wallets VALUES ($1)', [orgId]);
      await transaction.query(
        `INSERT INTO org_series_pending (wallet_id, day)
         SELECT wallet_id, day FROM org_usage_daily`,
      );
      posting = createBookStore(patient).postCharges(calls.slice(20));
      await waitForLock('org_series');
    });
    await posting;
    expect(await countRows('org_series')).toBeGreaterThan(0);
    await fillAll();
    await expectSums();
  });

  it('has a day filled again whose filling was killed in the middle', async () => {
    await post(makeCalls(newOrg(), 30, middleMs, 1));
    await addLargeOrgs();
    const killed = connect('killed');
    await reports.database.withTransaction(async (transaction) => {
      // The first table of the day is written, the second is not.
      await transaction.query('LOCK TABLE org_series IN ACCESS EXCLUSIVE MODE');
      const filling = expect(createFillNextDay(killed)()).rejects.toThrow();
      await waitForLock('org_series');
      await transaction.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
          WHERE relation = 'org_series'::regclass AND NOT granted`,
      );
      await filling;
    });
    await killed.close();
    expect(await countRows('org_series')).toBe(0);
    expect(await countRows('org_latency')).toBeGreaterThan(0);
    await fillAll();
    await expectSums();
  });

  it('has its days filled although a day of another one cannot be', async () => {
    const [brokenId, otherId] = [newOrg(), newOrg()].sort();
    await post([brokenId, otherId].flatMap((id) => makeCalls(id ?? '', 20, middleMs, 4)));
    await addLargeOrgs();
    const countPending = async (orgId: string | undefined): Promise<number> =>
      (
        await reports.database.query('SELECT 1 FROM org_series_pending WHERE wallet_id = $1', [
          orgId,
        ])
      ).rowCount;
    await reports.database.query(
      `ALTER TABLE org_series ADD CONSTRAINT not_now CHECK (wallet_id <> '${brokenId}')`,
    );
    const [days, daysOfBroken] = [
      await countRows('org_series_pending'),
      await countPending(brokenId),
    ];
    const isFailed = (): Promise<boolean> =>
      fillNextDay().then(
        () => false,
        () => true,
      );
    let failures = 0;
    for (let round = 0; round < days; round++) failures += (await isFailed()) ? 1 : 0;
    expect([failures, await countPending(otherId)]).toEqual([daysOfBroken, 0]);
    await reports.database.query('ALTER TABLE org_series DROP CONSTRAINT not_now');
    await fillAll();
    await expectSums();
  });

  it('has calls without a record in the first half of their hour', async () => {
    const orgId = newOrg();
    reports.setRole(orgId, 'user_boss', 'org_admin');
    await post([
      makeCall(orgId, Date.UTC(2025, 0, 14, 18, 10)),
      makeCall(orgId, Date.UTC(2025, 0, 14, 18, 50)),
    ]);
    await reports.database.query('DELETE FROM generations');
    await addLargeOrgs();
    await fillAll();
    expect(await listBreaches()).toEqual([]);
    const query = 'metric=requests&from=2025-01-14&to=2025-01-16&tz=Asia/Kolkata';
    const path = `/api/orgs/${orgId}/series?${query}`;
    const { body } = await reports.get(path, { kind: 'session', userId: 'user_boss' });
    expect(body.series[0].values).toEqual([2, 0]);
  });
});

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'America/Havana', 'Pacific/Kiritimati'],
];
const groups = ['none', 'model', 'app', 'key', 'team', 'member'] as const;
const groupsMax = 10;

const getName: Readonly<Record<(typeof groups)[number], (call: Generation) => string>> = {
  none: () => 'all',
  model: ({ model }) => model,
  app: ({ appName }) => (appName === '' ? 'unassigned' : appName),
  key: ({ keyId }) => keyId,
  team: ({ teamId }) => (teamId === '' ? 'unassigned' : teamId),
  member: ({ memberId }) => (memberId === '' ? 'unassigned' : memberId),
};

interface Answer {
  readonly points: readonly string[];
  readonly to: string;
  readonly series: readonly {
    readonly id: string | null;
    readonly kind: string;
    readonly values: readonly number[];
  }[];
}

/** As an admin, or as the member with a key of the organization. */
async function readSeries(orgId: string, userId: string, query: string): Promise<Answer> {
  const member = { walletId: orgId, org: { orgId, teamId: '', memberId: 'mem_1' } };
  const { body } = await (userId === 'user_1'
    ? reports.get(`/api/series?${query}`, { userId, ...member })
    : reports.get(`/api/orgs/${orgId}/series?${query}`, { kind: 'session', userId }));
  return body as Answer;
}

/** The first ten groups by cost, and the others as one, in nanos by point. */
function sumCalls(calls: readonly Generation[], group: (typeof groups)[number], answer: Answer) {
  const borders = [...answer.points, answer.to].map((time) => Date.parse(time));
  const inside = calls.filter(
    ({ createdAtMs }) => createdAtMs >= (borders[0] ?? 0) && createdAtMs < (borders.at(-1) ?? 0),
  );
  const cost = (some: readonly Generation[]): bigint =>
    some.reduce((sum, { costNanos }) => sum + costNanos, 0n);
  const sumPoints = (some: readonly Generation[]): string[] =>
    answer.points.map((_, place) => {
      const [start = 0, end = 0] = borders.slice(place);
      return String(
        cost(some.filter((call) => start <= call.createdAtMs && call.createdAtMs < end)),
      );
    });
  const byName = [...Map.groupBy(inside, getName[group])].sort(([, left], [, right]) => {
    const [more, less] = [cost(right), cost(left)];
    return more === less ? right.length - left.length : more > less ? 1 : -1;
  });
  const others = byName.slice(groupsMax).flatMap(([, some]) => some);
  const named = byName.slice(0, groupsMax).map(([name, some]) => [name, sumPoints(some)]);
  return others.length === 0 ? named : [...named, ['other', sumPoints(others)]];
}

describe('any calls of an organization, zone, group and range', () => {
  it.each(Array.from({ length: 4 }, (_, round) => round))(
    'are shown point by point, the first groups and all others (round %i)',
    async () => {
      const orgId = newOrg();
      reports.setRole(orgId, 'user_boss', 'org_admin');
      reports.setRole(orgId, 'user_lead', 'team_admin', 'team_1');
      const centerMs = Date.parse(pick(['2026-03-29', '2026-10-25', '2026-11-01']));
      const days = pick([6, 90]);
      // Different costs, so that the order of groups is certain.
      const calls = makeCalls(orgId, 300, centerMs, days).map((call, place) => ({
        ...call,
        costNanos: BigInt(randomInt(1_000_000)) * 1_000n + BigInt(place) + 1n,
      }));
      // From the start, after some calls, or never.
      const largeAfter = pick([0, randomInt(calls.length), calls.length]);
      await post(calls.slice(0, largeAfter));
      if (largeAfter === 0) await giveSums(orgId);
      else if (largeAfter < calls.length) await addLargeOrgs();
      await post(calls.slice(largeAfter));
      await fillAll();
      for (let count = 0; count < 25; count++) {
        const times = [randomInt(days * dayMs), randomInt(days * dayMs)].sort((a, b) => a - b);
        const [from, to] = times.map((ms, place) =>
          new Date(centerMs - (days / 2) * dayMs + ms + place).toISOString(),
        );
        reports.setNowMs(pick([Date.now(), centerMs, Date.parse(to ?? '')]));
        const group = pick(groups);
        const userId = pick(['user_boss', 'user_lead', 'user_1'] as const);
        const isVisible: Record<typeof userId, (call: Generation) => boolean> = {
          user_boss: () => true,
          user_lead: ({ teamId }) => teamId === 'team_1',
          user_1: ({ memberId }) => memberId === 'mem_1',
        };
        const visible = calls.filter(isVisible[userId]);
        const bucket = days > 14 ? pick(['day', 'week', 'month']) : pick(['hour', 'day', 'week']);
        const query = `group=${group}&bucket=${bucket}&tz=${pick(zones)}&from=${from}&to=${to}`;
        const answer = await readSeries(orgId, userId, `metric=spend&${query}`);
        const found = answer.series.map(({ id, kind, values }) => [
          id ?? kind,
          values.map((usd) => String(Math.round(usd * 1e9))),
        ]);
        const wanted = sumCalls(visible, group, answer);
        const isEmpty = wanted.length === 0 && group === 'none';
        const empty = [['all', answer.points.map(() => '0')]];
        expect([userId, query, found]).toEqual([userId, query, isEmpty ? empty : wanted]);
      }
    },
    60_000,
  );
});
