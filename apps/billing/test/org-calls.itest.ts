import type { CallerIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { aGeneration } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const orgId = 'org_1';
const startMs = Date.UTC(2026, 10, 14, 9);
const ofMember = (place: number, memberId: string, teamId: string, keyId: string) =>
  aGeneration({
    ...{ ulid: makeUlid(startMs + place), walletId: orgId, orgId, memberId, teamId, keyId },
    userId: memberId === '' ? 'user_boss' : memberId.replace('mem_', 'user_'),
  });
const calls = {
  a: ofMember(1, 'mem_a', 'team_1', 'key_a'),
  b: ofMember(2, 'mem_b', 'team_2', 'key_b'),
  service: ofMember(3, '', '', 'key_service'),
};
type Whose = keyof typeof calls;
const names = new Map(Object.entries(calls).map(([whose, { ulid }]) => [`gen-${ulid}`, whose]));

let reports: ReportsUnderTest;
beforeAll(async () => {
  reports = await startReports();
  await reports.store.postCharges([
    ...Object.values(calls),
    aGeneration({ walletId: 'org_2', orgId: 'org_2', teamId: 'team_1', memberId: 'mem_a' }),
  ]);
  reports.setRole(orgId, 'user_boss', 'org_admin');
  reports.setRole(orgId, 'user_books', 'billing_viewer');
  reports.setRole(orgId, 'user_lead', 'team_admin', 'team_1');
  reports.setRole(orgId, 'user_teamless', 'team_admin');
  reports.setRole(orgId, 'user_a', 'member', 'team_1');
  reports.setRole(orgId, 'user_idle', 'member', 'team_1');
  reports.setRole(orgId, 'user_teacher', 'teacher');
});
afterAll(() => reports.stop());

const session = (userId: string): Partial<CallerIdentity> => ({ kind: 'session', userId });
const manager = (userId: string, ofOrg = orgId): Partial<CallerIdentity> => ({
  ...{ kind: 'management_key', userId, walletId: ofOrg, keyId: 'key_manager' },
  org: { orgId: ofOrg, teamId: '', memberId: '' },
});
const key = (memberId: string, keyId: string): Partial<CallerIdentity> => ({
  ...{ userId: 'user_a', walletId: orgId, keyId, org: { orgId, teamId: 'team_1', memberId } },
});

async function list(path: string, caller: Partial<CallerIdentity>) {
  const { body, status } = await reports.get(path, caller);
  const found = (body.calls ?? []) as { id: string }[];
  return { status, seen: found.map(({ id }) => names.get(id)), calls: found };
}

describe.each(['with filter columns', 'from before the filter columns'])('rows %s', (when) => {
  beforeAll(async () => {
    if (when.startsWith('with')) return;
    await reports.database.query(
      `UPDATE generations SET app_name = NULL, call_status = NULL, is_failover = NULL,
         team_id = NULL, member_id = NULL`,
    );
  });

  it.each<[string, Partial<CallerIdentity>, string, readonly Whose[]]>([
    ['an org_admin', session('user_boss'), '', ['service', 'b', 'a']],
    ['a billing_viewer', session('user_books'), '', ['service', 'b', 'a']],
    ['a management key of an org_admin', manager('user_boss'), '', ['service', 'b', 'a']],
    ['a team_admin', session('user_lead'), '', ['a']],
    ['a team_admin asking for the own team', session('user_lead'), '?team_id=team_1', ['a']],
    ['a team_admin asking for a foreign member', session('user_lead'), '?member_id=mem_b', []],
    ['a member', session('user_a'), '', ['a']],
    ['a management key of a member', manager('user_a'), '', ['a']],
    ['a member without calls', session('user_idle'), '', []],
    ['a member asking for itself', session('user_a'), '?member_id=mem_a', ['a']],
    ['a member asking for another member', session('user_a'), '?member_id=mem_b', []],
    ['a member asking for another team', session('user_a'), '?team_id=team_2', []],
    ['a member asking for a foreign key', session('user_a'), '?api_key_id=key_service', []],
    ['a filter by team', session('user_boss'), '?team_id=team_2', ['b']],
    ['a filter by member', session('user_boss'), '?member_id=mem_a', ['a']],
    ['a filter by key', session('user_boss'), '?api_key_id=key_service', ['service']],
  ])('%s lists the calls it may see', async (_who, caller, query, expected) => {
    const { seen, status } = await list(`/api/orgs/${orgId}/calls${query}`, caller);
    expect([status, seen]).toEqual([200, expected]);
  });

  it.each<[string, Partial<CallerIdentity>, readonly Whose[]]>([
    ['a key of a member', key('mem_a', 'key_a2'), ['a']],
    ['a key without a member', key('', 'key_service'), ['service']],
    ['a management key of an org_admin', manager('user_boss'), ['service', 'b', 'a']],
    ['a management key of a member', manager('user_a'), ['a']],
    ['the session of a member', session('user_a'), []],
  ])('%s lists in GET /api/calls what receipts show', async (_who, caller, expected) => {
    const { seen, status } = await list('/api/calls', caller);
    expect([status, seen]).toEqual([200, expected]);
  });
});

it('names user, member and team', async () => {
  const { calls: found } = await list(`/api/orgs/${orgId}/calls`, session('user_boss'));
  expect(found[0]).toMatchObject({ user_id: 'user_boss', member_id: null, team_id: null });
  expect(found[2]).toMatchObject({ user_id: 'user_a', member_id: 'mem_a', team_id: 'team_1' });
});

it('names a member itself in its own calls', async () => {
  const { calls: found } = await list(`/api/orgs/${orgId}/calls`, session('user_a'));
  expect(found).toMatchObject([{ user_id: 'user_a', member_id: 'mem_a', team_id: 'team_1' }]);
});

it('shows a billing_viewer no members, as the reports do', async () => {
  const { calls: found } = await list(`/api/orgs/${orgId}/calls`, session('user_books'));
  expect(found[2]).toMatchObject({ user_id: null, member_id: null, team_id: 'team_1' });
  const path = `/api/orgs/${orgId}/calls/gen-${calls.a.ulid}`;
  const { body } = await reports.get(path, session('user_books')).expect(200);
  expect(body.data.counted_against).toMatchObject({ member_id: null, team_id: 'team_1' });
  expect(JSON.stringify([found, body])).not.toMatch(/mem_a|user_a/);
  const byAdmin = await reports.get(path, session('user_boss')).expect(200);
  expect(byAdmin.body.data.counted_against).toMatchObject({ member_id: 'mem_a' });
});

it.each<[string, Partial<CallerIdentity>, string, number]>([
  ['a billing_viewer asking for a member', session('user_books'), '?member_id=mem_a', 403],
  ['a teacher', session('user_teacher'), '', 403],
  ['a team_admin without a team', session('user_teamless'), '', 403],
  ['a team_admin asking for another team', session('user_lead'), '?team_id=team_2', 403],
  ['an outsider', session('user_stranger'), '', 404],
  ['a key of another organization', manager('user_boss', 'org_2'), '', 404],
])('refuses %s', async (_who, caller, query, expected) => {
  expect((await list(`/api/orgs/${orgId}/calls${query}`, caller)).status).toBe(expected);
});

describe('GET /api/orgs/{orgId}/calls/{id}', () => {
  const read = (whose: Whose, userId: string, ofOrg = orgId) =>
    reports.get(`/api/orgs/${ofOrg}/calls/gen-${calls[whose].ulid}`, session(userId));

  it('is the receipt that the caller of the model gets', async () => {
    const { body } = await read('a', 'user_boss').expect(200);
    const own = await reports.get(`/v1/generation?id=gen-${calls.a.ulid}`, key('mem_a', 'key_a'));
    expect(body).toEqual(own.body);
  });

  it.each<[Whose, string, number]>([
    ['b', 'user_books', 200],
    ['service', 'user_boss', 200],
    ['a', 'user_lead', 200],
    ['b', 'user_lead', 404],
    ['service', 'user_lead', 404],
    ['a', 'user_teamless', 403],
    ['a', 'user_a', 200],
    ['b', 'user_a', 404],
    ['service', 'user_a', 404],
    ['a', 'user_idle', 404],
    ['a', 'user_teacher', 403],
    ['a', 'user_stranger', 404],
  ])('answers for the call of %s to %s with %d', async (whose, userId, status) => {
    expect((await read(whose, userId)).status).toBe(status);
  });

  it('answers 404 for a call of another organization and for a malformed id', async () => {
    reports.setRole('org_2', 'user_boss', 'org_admin');
    expect((await read('a', 'user_boss', 'org_2')).status).toBe(404);
    const path = `/api/orgs/${orgId}/calls/nothing`;
    expect((await reports.get(path, session('user_boss'))).status).toBe(404);
  });
});
