import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { readCredits, type Account } from '../test/support/accounts';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { makeOrgKey, openInvoicedOrg, setTerms, spend } from '../test/support/org-invoices';
import { openOrgWithRoles, type OrgWithRoles } from '../test/support/organizations';
import { verifyLedger } from '../test/support/verify-ledger';

const gateway = getSharedGateway();
const now = new Date();
const month = `year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}`;
const paths = ['overview', 'by-team', 'by-model', 'by-member'] as const;

let org: OrgWithRoles;
let memberKey = '';
let serviceKey = '';
const spent = { member: 0n, service: 0n };

const get = (path: string, { cookie }: Account): Promise<ApiAnswer> =>
  gateway.call(path, { cookie });
const report = async (view: string, account = org.orgAdmin.account): Promise<Json> => {
  const answer = await get(`/api/orgs/${org.orgId}/reports/${view}?${month}`, account);
  expect([view, answer.status]).toEqual([view, 200]);
  return answer.json;
};

beforeAll(async () => {
  org = await openOrgWithRoles(gateway);
  const { account } = org.orgAdmin;
  const { cookie } = account;
  const body = { amountUsd: 20, channel: 'dev', orgId: org.orgId };
  const { json: topup } = await gateway.call('/api/billing/topups', { cookie, body });
  const path = `/api/billing/topups/${topup.id as string}/simulate`;
  const paid = await gateway.call(path, { cookie, method: 'POST' });
  expect(paid.json).toMatchObject({ status: 'paid' });
  memberKey = await makeOrgKey(gateway, account, org.orgId, { memberId: org.member.memberId });
  serviceKey = await makeOrgKey(gateway, account, org.orgId);
  spent.member = (await spend(gateway, memberKey)) + (await spend(gateway, memberKey));
  spent.service = await spend(gateway, serviceKey);
});

afterAll(async () => {
  expect(await verifyLedger(gateway)).toMatchObject({ exitCode: 0 });
});

describe('the money of an organization', () => {
  it('pays the calls of its keys from its own wallet only', async () => {
    const total = spent.member + spent.service;
    const credits = await readCredits(gateway, memberKey);
    expect(credits.available).toBe(20_000_000_000n - total);
    const own = await readCredits(gateway, org.member.account.key);
    expect(own.available).toBeGreaterThan(0n);
    const ledger = await get(`/api/billing/ledger?orgId=${org.orgId}`, org.billingViewer.account);
    const charges = (ledger.json.entries as Json[]).filter(({ kind }) => kind === 'settle');
    const sum = charges.reduce((all, one) => all - usdNumberToNanos(one.amountUsd as number), 0n);
    expect(sum).toBe(total);
  });

  it('is in every report to the nano', async () => {
    const { member, service } = spent;
    const overview = await report('overview');
    expect(usdNumberToNanos(overview.totalSpend as number)).toBe(member + service);
    expect(overview).toMatchObject({ requests: 3, marginRate: 0 });
    const { teams, unassigned } = await report('by-team');
    const team = (teams as Json[]).find(({ teamId }) => teamId === org.ownTeamId);
    expect(usdNumberToNanos(team.spend as number)).toBe(member);
    expect(usdNumberToNanos(unassigned.spend as number)).toBe(service);
    const { models } = await report('by-model');
    expect(models).toMatchObject([{ model: 'simulator/chat', requests: 3 }]);
    expect(usdNumberToNanos(models[0].spend as number)).toBe(member + service);
    const members = await report('by-member');
    expect(members.members[0]).toMatchObject({ memberId: org.member.memberId, requests: 2 });
    expect(usdNumberToNanos(members.members[0].spend as number)).toBe(member);
    expect(usdNumberToNanos(members.unassigned.spend as number)).toBe(service);
  });

  it('is exported for spreadsheets', async () => {
    const path = `/api/orgs/${org.orgId}/reports/export?${month}&view=by-member`;
    const url = `${gateway.baseUrl}${path}`;
    const response = await fetch(url, { headers: { cookie: org.orgAdmin.account.cookie } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(response.headers.get('content-disposition')).toMatch(/report-by-member-.*\.csv/);
    expect(bytes.toString()).toContain(`${org.member.memberId},`);
  });

  it('is shown to a billing_viewer, but not who spent it; to members not at all', async () => {
    const statuses = (account: Account): Promise<number[]> =>
      Promise.all(
        paths.map(
          async (view) =>
            (await get(`/api/orgs/${org.orgId}/reports/${view}?${month}`, account)).status,
        ),
      );
    expect(await statuses(org.billingViewer.account)).toEqual([200, 200, 200, 403]);
    expect(await statuses(org.member.account)).toEqual([403, 403, 403, 403]);
    expect(await statuses(org.stranger)).toEqual([404, 404, 404, 404]);
  });

  it('shows a key its own calls', async () => {
    const read = async (bearer: string): Promise<number> =>
      (await gateway.call('/v1/usage', { bearer })).json.totals.requests as number;
    expect([await read(memberKey), await read(serviceKey)]).toEqual([2, 1]);
  });
});

describe('monthly billing', () => {
  it('spends on credit up to its line, is invoiced when it ends, and paid off once', async () => {
    const { account } = org.orgAdmin;
    const { invoice, key, orgId, spentNanos } = await openInvoicedOrg(gateway, account);
    expect(invoice).toMatchObject({ status: 'open', vat: 0 });
    const one = await get(`/api/orgs/${orgId}/invoices/${invoice.id as string}`, account);
    expect(one.json.lines).toMatchObject([{ model: 'simulator/chat', teamId: null }]);
    expect(usdNumberToNanos(one.json.total as number)).toBe(spentNanos);
    expect((await readCredits(gateway, key)).available).toBe(-spentNanos);
    const operate = (): Promise<ApiAnswer> =>
      gateway.call(`/api/admin/invoices/${invoice.id as string}/mark-paid`, {
        bearer: gateway.credentials().adminToken,
        method: 'POST',
      });
    expect((await operate()).json).toMatchObject({ status: 'paid' });
    expect((await operate()).status).toBe(409);
    expect((await readCredits(gateway, key)).available).toBe(0n);
  });

  it('refuses calls beyond the credit line', async () => {
    const { orgId, key } = await openInvoicedOrg(gateway, org.orgAdmin.account);
    await setTerms(gateway, orgId, { billingMode: 'monthly', creditLineUsd: 0.000001 });
    const refused = await waitUntil(
      async () => {
        const answer = await chat(gateway, { bearer: key });
        return answer.error?.code === 'credit_limit_exceeded' ? answer : undefined;
      },
      { timeoutMs: 30_000, what: 'a refusal' },
    );
    expect(refused.status).toBe(402);
  });
});
