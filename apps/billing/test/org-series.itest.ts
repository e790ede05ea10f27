import type { CallerIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { aGeneration } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const orgId = 'org_1';
const startMs = Date.UTC(2026, 10, 14, 9, 45);
const usd = 1_000_000_000n;
const ofMember = (memberId: string, teamId: string, keyId: string, costNanos: bigint) =>
  aGeneration({
    ...{ ulid: makeUlid(startMs), walletId: orgId, orgId, memberId, teamId, keyId, costNanos },
    userId: memberId === '' ? 'user_boss' : memberId.replace('mem_', 'user_'),
  });

let reports: ReportsUnderTest;
beforeAll(async () => {
  reports = await startReports();
  await reports.store.postCharges([
    ofMember('mem_a', 'team_1', 'key_a', usd),
    ofMember('mem_b', 'team_1', 'key_b', 2n * usd),
    ofMember('mem_c', 'team_2', 'key_c', 4n * usd),
    ofMember('', '', 'key_service', 8n * usd),
    aGeneration({ walletId: 'org_2', orgId: 'org_2', teamId: 'team_1', memberId: 'mem_a' }),
  ]);
  reports.setRole(orgId, 'user_boss', 'org_admin');
  reports.setRole(orgId, 'user_books', 'billing_viewer');
  reports.setRole(orgId, 'user_lead', 'team_admin', 'team_1');
  reports.setRole(orgId, 'user_teamless', 'team_admin');
  reports.setRole(orgId, 'user_a', 'member', 'team_1');
});
afterAll(() => reports.stop());

const session = (userId: string): Partial<CallerIdentity> => ({ kind: 'session', userId });
const manager = (userId: string): Partial<CallerIdentity> => ({
  ...{ kind: 'management_key', userId, walletId: orgId, keyId: 'key_manager' },
  org: { orgId, teamId: '', memberId: '' },
});
const key = (memberId: string, keyId: string): Partial<CallerIdentity> => ({
  ...{ userId: 'user_a', walletId: orgId, keyId, org: { orgId, teamId: 'team_1', memberId } },
});

type Range = 'whole hours' | 'parts of hours';
const ranges: Readonly<Record<Range, string>> = {
  'whole hours': 'from=2026-11-14&to=2026-11-15',
  'parts of hours': 'from=2026-11-14T09:40:00Z&to=2026-11-14T09:50:00Z',
};

async function read(path: string, query: string, caller: Partial<CallerIdentity>) {
  const { body, status } = await reports.get(`${path}?metric=spend&${query}`, caller);
  const series = (body.series ?? []) as { id: string | null; kind: string; total: number }[];
  return { status, body, totals: series.map(({ id, kind, total }) => [id ?? kind, total]) };
}

describe.each(Object.keys(ranges) as Range[])('series of %s', (name) => {
  const range = ranges[name];

  it.each<[string, Partial<CallerIdentity>, number]>([
    ['an org_admin', session('user_boss'), 15],
    ['a billing_viewer', session('user_books'), 15],
    ['a team_admin', session('user_lead'), 3],
    ['a member', session('user_a'), 1],
    ['a management key of an org_admin', manager('user_boss'), 15],
    ['a management key of a team_admin', manager('user_lead'), 3],
  ])('show %s the calls of its role', async (_who, caller, total) => {
    const answer = await read(`/api/orgs/${orgId}/series`, range, caller);
    expect(answer.totals).toEqual([['all', total]]);
  });

  it.each<[string, Partial<CallerIdentity>, number]>([
    ['a key of a member', key('mem_a', 'key_a'), 1],
    ['a key without a member', key('', 'key_service'), 8],
    ['a management key of an org_admin', manager('user_boss'), 15],
    ['a management key of a member', manager('user_a'), 1],
  ])('of the own account show %s the same calls as usage', async (_who, caller, total) => {
    expect((await read('/api/series', range, caller)).totals).toEqual([['all', total]]);
  });

  it.each<[string, readonly (readonly [string, number])[]]>([
    [
      'team',
      [
        ['unassigned', 8],
        ['team_2', 4],
        ['team_1', 3],
      ],
    ],
    [
      'member',
      [
        ['unassigned', 8],
        ['mem_c', 4],
        ['mem_b', 2],
        ['mem_a', 1],
      ],
    ],
    [
      'key',
      [
        ['key_service', 8],
        ['key_c', 4],
        ['key_b', 2],
        ['key_a', 1],
      ],
    ],
  ])('are grouped by %s', async (group, expected) => {
    const query = `${range}&group=${group}`;
    const answer = await read(`/api/orgs/${orgId}/series`, query, session('user_boss'));
    expect(answer.totals).toEqual(expected);
  });

  it('show a team_admin only the members of its team', async () => {
    const query = `${range}&group=member`;
    const answer = await read(`/api/orgs/${orgId}/series`, query, session('user_lead'));
    expect(answer.totals).toEqual([
      ['mem_b', 2],
      ['mem_a', 1],
    ]);
  });
});

describe('series of an organization', () => {
  const path = `/api/orgs/${orgId}/series`;
  const range = ranges['whole hours'];

  it.each<[string, Partial<CallerIdentity>, string, number]>([
    ['outsiders', session('user_stranger'), '', 404],
    ['a team_admin without a team', session('user_teamless'), '', 403],
    ['a billing_viewer by member', session('user_books'), '&group=member', 403],
  ])('are refused to %s', async (_who, caller, query, status) => {
    expect((await read(path, range + query, caller)).status).toBe(status);
  });

  it('have no latencies of a team', async () => {
    const query = `/api/orgs/${orgId}/series?metric=latency_p50&${range}`;
    const lead = await reports.get(query, session('user_lead'));
    expect([lead.status, lead.body.error.param]).toEqual([400, 'metric']);
    for (const userId of ['user_boss', 'user_a']) {
      const { body } = await reports.get(query, session(userId));
      expect(body.series).toMatchObject([{ kind: 'all', total: 12, values: [12] }]);
    }
  });
});
