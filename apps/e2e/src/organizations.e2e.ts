import { waitUntil } from '@tollgate/testing';
import { grantCredit, openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer, ApiCall } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { waitForMailedToken } from '../test/support/mails';
import { openOrg, openOrgWithRoles, type OrgWithRoles } from '../test/support/organizations';

const gateway = getSharedGateway();
const messages = [{ role: 'user', content: 'Hello' }];
/** A change of a policy is in force everywhere by then. */
const inForce = { timeoutMs: 2_000, pollMs: 50 };

function chat(key: string, model = 'simulator/chat'): Promise<ApiAnswer> {
  const body = { model, messages, max_tokens: 5 };
  return gateway.call('/v1/chat/completions', { bearer: key, body });
}

async function grantToOrg(orgId: string, amountUsd: number): Promise<void> {
  const body = { orgId, amountUsd, reason: 'test' };
  await gateway.operate('/api/admin/credits/grants', { body });
}

async function makeOrgKey(account: Account, orgId: string, body: object = {}): Promise<string> {
  const answer = await gateway.call(`/api/orgs/${orgId}/keys`, {
    cookie: account.cookie,
    body: { name: 'test', keyType: 'standard', ...body },
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json.key as string;
}

function waitForStatus(run: () => Promise<ApiAnswer>, status: number): Promise<ApiAnswer> {
  return waitUntil(
    async () => {
      const answer = await run();
      return answer.status === status ? answer : undefined;
    },
    { ...inForce, what: `status ${status}` },
  );
}

describe('the demo organization', () => {
  it('pays for calls with its key', async () => {
    const { org } = gateway.credentials();
    expect(org).toBeDefined();
    const { json, status } = await chat(org?.standardKey ?? '');
    expect([status, json.usage.cost > 0]).toEqual([200, true]);
    const detail = await gateway.call(`/v1/orgs/${org?.id ?? ''}`, {
      bearer: org?.managementKey ?? '',
    });
    expect(detail.json).toMatchObject({
      name: 'Demo organization',
      credits: { totalCredits: 100 },
    });
  });
});

describe('an organization', () => {
  let ada: Account;
  let orgId: string;
  const asAda = (call: ApiCall = {}): ApiCall => ({ cookie: ada.cookie, ...call });

  beforeAll(async () => {
    ada = await openAccount(gateway);
    orgId = await openOrg(gateway, ada);
    await grantToOrg(orgId, 20);
  });

  it('admits a user who follows the mailed link, and records it in its audit log', async () => {
    const bob = await openAccount(gateway);
    const invitations = `/api/orgs/${orgId}/invitations`;
    const body = { email: bob.email, role: 'billing_viewer' };
    expect((await gateway.call(invitations, asAda({ body }))).status).toBe(201);
    const token = await waitForMailedToken(gateway, bob.email, 'invitations');
    const path = `/api/invitations/${token}/accept`;
    const post = { method: 'POST', cookie: bob.cookie } as const;
    const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.call(path, post)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
    const own = await gateway.call('/v1/orgs', { cookie: bob.cookie });
    expect(own.json.organizations).toMatchObject([{ id: orgId, role: 'billing_viewer' }]);
    const entry = await waitUntil(
      async () => {
        const log = `/api/orgs/${orgId}/audit-log?action=org.member.add`;
        const { json } = await gateway.call(log, asAda());
        return json.entries[0] as object | undefined;
      },
      { timeoutMs: 30_000, what: 'the entry' },
    );
    expect(entry).toMatchObject({
      actor: { type: 'user', id: bob.userId },
      after: { role: 'billing_viewer' },
      ip: expect.any(String) as string,
    });
  });

  it('pays from its own wallet and not from its members', async () => {
    const before = await gateway.call('/v1/credits', { bearer: ada.key });
    const key = await makeOrgKey(ada, orgId);
    expect((await chat(key)).status).toBe(200);
    const spent = await waitUntil(
      async () => {
        const { json } = await gateway.call(`/v1/orgs/${orgId}`, asAda());
        return (json.credits.totalUsage as number) > 0 && (json.credits as { balance: number });
      },
      { timeoutMs: 30_000, what: 'the charge' },
    );
    expect(spent).toMatchObject({ balance: expect.any(Number) as number });
    const after = await gateway.call('/v1/credits', { bearer: ada.key });
    expect(after.json.data).toEqual(before.json.data);
  });

  it('changes what its keys may call within two seconds', async () => {
    const key = await makeOrgKey(ada, orgId);
    expect((await chat(key)).status).toBe(200);
    const allow = (allowedModels: readonly string[]) =>
      gateway.call(
        `/api/orgs/${orgId}/allowed-models`,
        asAda({ method: 'PATCH', body: { allowedModels } }),
      );
    await allow(['simulator/claude']);
    const refused = await waitForStatus(() => chat(key), 403);
    expect(refused.json.error.code).toBe('model_not_allowed');
    expect((await chat(key, 'simulator/claude')).status).toBe(200);
    await allow([]);
    await waitForStatus(() => chat(key), 200);
  });

  it('spends on its credit line once an operator set one, and shows the month', async () => {
    const poor = await openOrg(gateway, ada);
    const key = await makeOrgKey(ada, poor);
    expect((await chat(key)).status).toBe(402);
    const body = { billingMode: 'monthly', creditLineUsd: 5 };
    await gateway.operate(`/api/admin/orgs/${poor}`, { method: 'PATCH', body });
    await waitForStatus(() => chat(key), 200);
    const team = await gateway.call(`/v1/orgs/${poor}/teams`, asAda({ body: { name: 'T' } }));
    const teamKey = await makeOrgKey(ada, poor, { teamId: team.json.id as string });
    // The relay knows the organization from before it had this team.
    await waitForStatus(() => chat(teamKey), 200);
    await waitUntil(
      async () => {
        const { json } = await gateway.call(`/v1/orgs/${poor}/teams`, asAda());
        return (json.teams[0].spend.month as number) > 0;
      },
      { timeoutMs: 30_000, what: 'what the team spent' },
    );
  });

  it('is refused while it is suspended', async () => {
    const key = await makeOrgKey(ada, orgId);
    expect((await chat(key)).status).toBe(200);
    const suspend = (suspended: boolean) =>
      gateway.operate(`/api/admin/orgs/${orgId}`, { method: 'PATCH', body: { suspended } });
    await suspend(true);
    await waitForStatus(() => chat(key), 403);
    expect((await gateway.call(`/v1/orgs/${orgId}`, asAda())).status).toBe(403);
    await suspend(false);
    await waitForStatus(() => chat(key), 200);
  });
});

describe('a member who leaves an organization', () => {
  let org: OrgWithRoles;
  const end = (path: string) =>
    gateway.call(`/v1/orgs/${org.orgId}${path}`, {
      method: 'DELETE',
      cookie: org.orgAdmin.account.cookie,
    });

  beforeAll(async () => {
    org = await openOrgWithRoles(gateway);
    await grantToOrg(org.orgId, 20);
  });

  it('takes no key along, and keeps what is personal', async () => {
    const { account, memberId } = org.member;
    const key = await makeOrgKey(org.orgAdmin.account, org.orgId, { memberId });
    await grantCredit(gateway, account.userId, 5);
    expect((await chat(key)).status).toBe(200);
    expect((await end(`/members/${memberId}`)).status).toBe(204);
    expect((await chat(key)).status).toBe(401);
    expect((await chat(account.key)).status).toBe(200);
    const own = await gateway.call('/v1/orgs', { cookie: account.cookie });
    expect(own.json.organizations).toEqual([]);
  });

  it('leaves its team without keys when that is deleted, and stays a member', async () => {
    const { account } = org.orgAdmin;
    const key = await makeOrgKey(account, org.orgId, { teamId: org.otherTeamId });
    expect((await chat(key)).status).toBe(200);
    expect((await end(`/teams/${org.otherTeamId}`)).status).toBe(204);
    expect((await chat(key)).status).toBe(401);
    const list = await gateway.call(`/v1/orgs/${org.orgId}/members`, { cookie: account.cookie });
    const found = list.json.members.find(
      ({ id }: { id: string }) => id === org.otherMember.memberId,
    );
    expect(found).toMatchObject({ role: 'member', team: null });
  });
});
