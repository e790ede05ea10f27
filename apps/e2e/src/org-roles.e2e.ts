import type { Account } from '../test/support/accounts';
import { callApi, type ApiAnswer, type ApiCall } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { makeManager } from '../test/support/management-key';
import { openOrgWithRoles, type OrgWithRoles } from '../test/support/organizations';

const gateway = getSharedGateway();

const roles = ['orgAdmin', 'billingViewer', 'teamAdmin', 'member', 'teacher'] as const;
type Role = (typeof roles)[number];

const admin: readonly Role[] = ['orgAdmin'];
const adminOrBilling: readonly Role[] = ['orgAdmin', 'billingViewer'];
const adminOrTeam: readonly Role[] = ['orgAdmin', 'teamAdmin'];
const adminOrTeacher: readonly Role[] = ['orgAdmin', 'teacher'];
const allButMembers: readonly Role[] = ['orgAdmin', 'billingViewer', 'teamAdmin'];
const allButTeachers: readonly Role[] = ['orgAdmin', 'billingViewer', 'teamAdmin', 'member'];

interface Permission {
  readonly roles: readonly Role[];
  /** A body that would be accepted: a validation error must not hide the access check. */
  readonly body?: object;
  readonly query?: string;
}

const may = (allowed: readonly Role[], body?: object): Permission => ({
  roles: allowed,
  ...(body === undefined ? {} : { body }),
});
const report = (allowed: readonly Role[]): Permission => ({
  roles: allowed,
  query: '?year=2026&month=11',
});
const series = (allowed: readonly Role[]): Permission => ({
  roles: allowed,
  query: '?metric=spend&from=2026-11-14&to=2026-11-16',
});
const nobody = 'nobody-has-this@example.com';
const models = { allowedModels: [] };
const rule = { name: 'r', kind: 'keyword', keywords: ['x'], action: 'flag' };

/** What each role may do. A route of organizations that is not here must not exist. */
const declared: Readonly<Record<string, Permission>> = {
  'GET /v1/orgs/{orgId}': may(adminOrBilling),
  'PATCH /v1/orgs/{orgId}': may(admin, {}),
  'GET /v1/orgs/{orgId}/teams': may(adminOrTeam),
  'POST /v1/orgs/{orgId}/teams': may(admin, { name: 'Own' }),
  'PATCH /v1/orgs/{orgId}/teams/{teamId}': may(adminOrTeam, {}),
  'DELETE /v1/orgs/{orgId}/teams/{teamId}': may(admin),
  'GET /v1/orgs/{orgId}/members': may(adminOrTeam),
  'POST /v1/orgs/{orgId}/members': may(adminOrTeam, { email: nobody }),
  'PATCH /v1/orgs/{orgId}/members/{memberId}': may(adminOrTeam, {}),
  'DELETE /v1/orgs/{orgId}/members/{memberId}': may(adminOrTeam),
  'GET /api/orgs/{orgId}/invitations': may(adminOrTeam),
  'POST /api/orgs/{orgId}/invitations': may(adminOrTeam, { email: nobody }),
  'DELETE /api/orgs/{orgId}/invitations/{id}': may(adminOrTeam),
  'GET /api/orgs/{orgId}/allowed-models': may(admin),
  'PATCH /api/orgs/{orgId}/allowed-models': may(admin, models),
  'GET /api/orgs/{orgId}/teams/{teamId}/allowed-models': may(admin),
  'PATCH /api/orgs/{orgId}/teams/{teamId}/allowed-models': may(admin, models),
  'GET /api/orgs/{orgId}/members/{memberId}/allowed-models': may(admin),
  'PATCH /api/orgs/{orgId}/members/{memberId}/allowed-models': may(admin, models),
  'GET /api/orgs/{orgId}/circuit-breaker': may(admin),
  'PATCH /api/orgs/{orgId}/circuit-breaker': may(admin, {}),
  'GET /api/orgs/{orgId}/teams/{teamId}/circuit-breaker': may(adminOrTeam),
  'PATCH /api/orgs/{orgId}/teams/{teamId}/circuit-breaker': may(adminOrTeam, {}),
  'GET /api/orgs/{orgId}/members/{memberId}/circuit-breaker': may(adminOrTeam),
  'PATCH /api/orgs/{orgId}/members/{memberId}/circuit-breaker': may(adminOrTeam, {}),
  'GET /api/orgs/{orgId}/keys': may(allButMembers),
  'POST /api/orgs/{orgId}/keys': may(adminOrTeam, { name: 'matrix' }),
  'PATCH /api/orgs/{orgId}/keys/{id}': may(adminOrTeam, {}),
  'DELETE /api/orgs/{orgId}/keys/{id}': may(adminOrTeam),
  'POST /api/orgs/{orgId}/keys/{id}/rotate': may(adminOrTeam, {}),
  'GET /api/orgs/{orgId}/edu-config': may(admin),
  'PATCH /api/orgs/{orgId}/edu-config': may(admin, { eduConfig: {} }),
  'GET /api/orgs/{orgId}/edu-keys': may(admin),
  'POST /api/orgs/{orgId}/edu-keys': may(admin, { name: 'matrix' }),
  'PATCH /api/orgs/{orgId}/edu-keys/{keyId}': may(admin, { enabled: true }),
  'DELETE /api/orgs/{orgId}/edu-keys/{keyId}': may(admin),
  'PUT /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': may(admin, {}),
  'DELETE /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': may(admin),
  'GET /api/orgs/{orgId}/edu-classes': may(adminOrTeacher),
  'GET /api/orgs/{orgId}/edu-sessions': may(adminOrTeacher),
  'DELETE /api/orgs/{orgId}/edu-sessions/{id}': may(adminOrTeacher),
  'POST /api/orgs/{orgId}/edu-sessions/revoke': may(adminOrTeacher, { all: true }),
  'GET /api/orgs/{orgId}/content-filters': may(admin),
  'POST /api/orgs/{orgId}/content-filters': may(admin, rule),
  'GET /api/orgs/{orgId}/content-filters/{ruleId}': may(admin),
  'PATCH /api/orgs/{orgId}/content-filters/{ruleId}': may(admin, {}),
  'DELETE /api/orgs/{orgId}/content-filters/{ruleId}': may(admin),
  'POST /api/orgs/{orgId}/content-filters/test': may(admin, { text: 'x' }),
  'GET /api/orgs/{orgId}/reports/overview': report(adminOrBilling),
  'GET /api/orgs/{orgId}/reports/by-team': report(adminOrBilling),
  'GET /api/orgs/{orgId}/reports/by-model': report(adminOrBilling),
  'GET /api/orgs/{orgId}/reports/by-member': report(admin),
  'GET /api/orgs/{orgId}/reports/export': report(adminOrBilling),
  'GET /api/orgs/{orgId}/invoices': may(adminOrBilling),
  'GET /api/orgs/{orgId}/invoices/{id}': may(adminOrBilling),
  'GET /api/orgs/{orgId}/audit-log': may(admin),
  'GET /api/orgs/{orgId}/calls': may(allButTeachers),
  'GET /api/orgs/{orgId}/calls/{id}': may(allButTeachers),
  'GET /api/orgs/{orgId}/series': series(allButTeachers),
  'GET /api/orgs/{orgId}/usage/caching': may(allButTeachers),
  'GET /api/orgs/{orgId}/refusals': may(allButTeachers),
  'GET /api/orgs/{orgId}/live': { roles: allButTeachers, query: '?seconds=1' },
};

let org: OrgWithRoles;
let listed: readonly string[];
/** Each person by session and by a management key of their own. */
let credentials: Readonly<Record<Role | 'stranger', readonly ApiCall[]>>;

beforeAll(async () => {
  org = await openOrgWithRoles(gateway);
  const edge = `http://127.0.0.1:${gateway.portOf('edge-internal')}/routes`;
  const { json } = await callApi(edge);
  listed = (json.routes as string[]).filter((route) => route.includes('/orgs/{orgId}'));
  const of = async (account: Account): Promise<readonly ApiCall[]> => {
    const { key } = await makeManager(gateway, account);
    return [{ cookie: account.cookie }, { bearer: key }];
  };
  const [orgAdmin, billingViewer, teamAdmin, member, teacher, stranger] = await Promise.all(
    [...roles.map((role) => org[role].account), org.stranger].map(of),
  );
  credentials = {
    orgAdmin: orgAdmin ?? [],
    billingViewer: billingViewer ?? [],
    teamAdmin: teamAdmin ?? [],
    member: member ?? [],
    teacher: teacher ?? [],
    stranger: stranger ?? [],
  };
});

/** A call of a route about the own team; what would be deleted is not there. */
function makeCall(route: string): { readonly path: string; readonly call: ApiCall } {
  const [method = '', pattern = ''] = route.split(' ');
  const isEnd = method === 'DELETE';
  const places: Readonly<Record<string, string>> = {
    orgId: org.orgId,
    teamId: isEnd ? 'team_nothing' : org.ownTeamId,
    memberId: isEnd ? 'mem_nothing' : org.member.memberId,
  };
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? 'nothing');
  const { body, query = '' } = declared[route] ?? {};
  const call = { method: method as NonNullable<ApiCall['method']> };
  return { path: path + query, call: body === undefined ? call : { ...call, body } };
}

type Outcome = 'allowed' | 'forbidden' | 'unknown organization' | `failed: ${number}`;

function judge({ json, status }: ApiAnswer): Outcome {
  if (status === 403) return 'forbidden';
  const isUnknown = status === 404 && json.error.message === 'No such organization';
  if (isUnknown) return 'unknown organization';
  return status === 401 || status >= 500 ? `failed: ${status}` : 'allowed';
}

async function listOutcomes(route: string, who: Role | 'stranger'): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const credential of credentials[who]) {
    const { call, path } = makeCall(route);
    outcomes.push(judge(await gateway.call(path, { ...call, ...credential })));
  }
  return outcomes;
}

describe('the routes of organizations', () => {
  it('are all declared here with who may use them', () => {
    expect([...listed].sort()).toEqual(Object.keys(declared).sort());
  });
});

describe.each(Object.entries(declared))('%s', (route, { roles: allowed }) => {
  it(`is for: ${allowed.join(', ')}`, async () => {
    for (const role of roles) {
      const expected = allowed.includes(role) ? 'allowed' : 'forbidden';
      const outcomes = await listOutcomes(route, role);
      expect([role, ...outcomes]).toEqual([role, expected, expected]);
    }
    const outcomes = await listOutcomes(route, 'stranger');
    expect(outcomes).toEqual(['unknown organization', 'unknown organization']);
  });
});

describe('a team_admin', () => {
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    gateway.call(path.replace('ORG', org.orgId), {
      method,
      cookie: org.teamAdmin.account.cookie,
      ...(body === undefined ? {} : { body }),
    });

  it('reaches no other team and no higher role, and grants no higher role', async () => {
    const { account, memberId } = org.otherMember;
    const { email } = org.stranger;
    const team = `/api/orgs/ORG/teams/${org.otherTeamId}`;
    const attempts = [
      send('PATCH', `/v1/orgs/ORG/members/${memberId}`, { monthlyBudget: 1 }),
      send('DELETE', `/v1/orgs/ORG/members/${memberId}`),
      send('PATCH', `/v1/orgs/ORG/members/${org.orgAdmin.memberId}`, { role: 'member' }),
      send('PATCH', `/v1/orgs/ORG/members/${org.member.memberId}`, { role: 'org_admin' }),
      send('PATCH', `/v1/orgs/ORG/members/${org.member.memberId}`, { teamId: org.otherTeamId }),
      send('POST', '/v1/orgs/ORG/members', { email, teamId: org.otherTeamId }),
      send('POST', '/v1/orgs/ORG/members', { email, role: 'org_admin', teamId: org.ownTeamId }),
      send('POST', '/api/orgs/ORG/invitations', { email, role: 'owner', teamId: org.ownTeamId }),
      send('POST', '/api/orgs/ORG/invitations', { email, teamId: org.otherTeamId }),
      send('PATCH', `/v1/orgs/ORG/teams/${org.otherTeamId}`, { monthlyBudget: 1 }),
      send('PATCH', `/v1/orgs/ORG/teams/${org.ownTeamId}`, { permissionScope: ['images'] }),
      send('PATCH', `${team}/circuit-breaker`, { cbEnabled: true }),
      send('PATCH', `/api/orgs/ORG/members/${memberId}/circuit-breaker`, { cbEnabled: true }),
      send('POST', '/api/orgs/ORG/keys', { name: 'k', teamId: org.otherTeamId }),
    ];
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses).toEqual(attempts.map(() => 403));
    const list = await gateway.call(`/v1/orgs/${org.orgId}/members`, {
      cookie: org.orgAdmin.account.cookie,
    });
    const found = list.json.members.find(({ id }: { id: string }) => id === memberId);
    expect(found).toMatchObject({ user: { id: account.userId }, monthlyBudget: null });
  });
});

describe('a teacher', () => {
  it('reads and pays nothing of the organization by its id in a query or a body', async () => {
    const { orgId, teacher } = org;
    const { cookie } = teacher.account;
    const topup = { amountUsd: 20, channel: 'dev', orgId };
    const autoTopup = `/api/billing/auto-topup?orgId=${orgId}`;
    const amounts = { thresholdUsd: 10, amountUsd: 25, monthlyLimitUsd: 100 };
    const rule = { enabled: false, channel: 'dev', ...amounts };
    const answers = await Promise.all([
      gateway.call(`/v1/management/byok-keys?orgId=${orgId}`, { cookie }),
      gateway.call(`/api/billing/ledger?orgId=${orgId}`, { cookie }),
      gateway.call(`/api/billing/topups?orgId=${orgId}`, { cookie }),
      gateway.call('/api/billing/topups', { cookie, body: topup }),
      gateway.call(autoTopup, { cookie }),
      gateway.call(autoTopup, { cookie, method: 'PUT', body: rule }),
      gateway.call(autoTopup, { cookie, method: 'DELETE' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    const own = await gateway.call('/v1/orgs', { cookie });
    expect(own.json.organizations).toMatchObject([{ role: 'teacher', creditBalance: null }]);
  });
});
