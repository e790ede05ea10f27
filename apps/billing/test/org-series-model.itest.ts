import { randomInt } from 'node:crypto';
import type { Generation } from '../src/ledger/usage';
import { dayMs, makeCalls, newOrg, pick, SeriesModel } from './support/series-model';

let model: SeriesModel;
beforeEach(async () => {
  model = await SeriesModel.start();
});
afterEach(() => model?.stop());

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
    ? model.reports.get(`/api/series?${query}`, { userId, ...member })
    : model.reports.get(`/api/orgs/${orgId}/series?${query}`, { kind: 'session', userId }));
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
      model.reports.setRole(orgId, 'user_boss', 'org_admin');
      model.reports.setRole(orgId, 'user_lead', 'team_admin', 'team_1');
      const centerMs = Date.parse(pick(['2026-03-29', '2026-10-25', '2026-11-01']));
      const days = pick([6, 90]);
      // Different costs, so that the order of groups is certain.
      const calls = makeCalls(orgId, 300, centerMs, days).map((call, place) => ({
        ...call,
        costNanos: BigInt(randomInt(1_000_000)) * 1_000n + BigInt(place) + 1n,
      }));
      // From the start, after some calls, or never.
      const largeAfter = pick([0, randomInt(calls.length), calls.length]);
      await model.post(calls.slice(0, largeAfter));
      if (largeAfter === 0) await model.giveSums(orgId);
      else if (largeAfter < calls.length) await model.addLargeOrgs();
      await model.post(calls.slice(largeAfter));
      await model.fillAll();
      for (let count = 0; count < 25; count++) {
        const times = [randomInt(days * dayMs), randomInt(days * dayMs)].sort((a, b) => a - b);
        const [from, to] = times.map((ms, place) =>
          new Date(centerMs - (days / 2) * dayMs + ms + place).toISOString(),
        );
        model.reports.setNowMs(pick([Date.now(), centerMs, Date.parse(to ?? '')]));
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
  );
});
