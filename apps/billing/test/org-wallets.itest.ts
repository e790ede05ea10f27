import { makeUlid } from '@tollgate/ids';
import type { CallerIdentity } from '@tollgate/identity';
import { waitUntil } from '@tollgate/testing';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

let billing: BillingUnderTest;
beforeAll(async () => {
  billing = await startBilling({ PAYMENTS_DEV: '1' });
});
afterAll(() => billing.stop());

const path = '/api/billing/topups';
const readBalance = async (walletId: string): Promise<bigint | undefined> => {
  const { rows } = await billing.sql.query<{ balance_nanos: bigint }>(
    'SELECT balance_nanos FROM wallets WHERE id = $1',
    [walletId],
  );
  return rows[0]?.balance_nanos;
};

function anOrg(): { orgId: string } & Record<'admin' | 'viewer' | 'member', Caller> {
  const orgId = billing.orgs.addOrg();
  const [admin, viewer, member] = [aCustomer(), aCustomer(), aCustomer()];
  billing.orgs.addMember(orgId, admin.userId, 'org_admin');
  billing.orgs.addMember(orgId, viewer.userId, 'billing_viewer');
  billing.orgs.addMember(orgId, member.userId, 'member');
  return { orgId, admin: admin.caller, viewer: viewer.caller, member: member.caller };
}
const waitForAudit = (orgId: string, action: string): Promise<unknown> =>
  waitUntil(async () => billing.auditEvents.some((e) => e.orgId === orgId && e.action === action), {
    timeoutMs: 30_000,
    what: `an audit entry ${action}`,
  });
type Caller = Partial<CallerIdentity>;

describe('a top-up of an organization', () => {
  it('is paid by an org_admin into the wallet of the organization', async () => {
    const { admin, orgId } = anOrg();
    const body = { amountUsd: 20, channel: 'dev', orgId };
    const opened = await billing.send('post', path, admin).send(body);
    expect(opened.status).toBe(201);
    await waitForAudit(orgId, 'org.topup.create');
    const id = opened.body.id as string;
    const paid = await billing.send('post', `${path}/${id}/simulate`, admin);
    expect(paid.body).toMatchObject({ id, status: 'paid' });
    expect(await readBalance(orgId)).toBe(20_000_000_000n);
    expect(await readBalance(admin.userId ?? '')).toBeUndefined();
    const key = { ...admin, kind: 'standard_key', walletId: orgId } as const;
    const credits = await billing.send('get', '/v1/credits', key);
    expect(credits.body.data).toMatchObject({ total_credits: 20, available: 20 });
  });

  it('is seen by org_admin and billing_viewer, and is in no personal list', async () => {
    const { admin, member, orgId, viewer } = anOrg();
    const body = { amountUsd: 20, channel: 'dev', orgId };
    const { body: topup } = await billing.send('post', path, admin).send(body);
    const one = `${path}/${topup.id as string}`;
    const list = `${path}?orgId=${orgId}`;
    const ledger = `/api/billing/ledger?orgId=${orgId}`;
    const see = async (who: Caller): Promise<number[]> =>
      Promise.all(
        [one, list, ledger].map(async (url) => (await billing.send('get', url, who)).status),
      );
    expect(await see(viewer)).toEqual([200, 200, 200]);
    expect(await see(member)).toEqual([403, 403, 403]);
    expect(await see(aCustomer().caller)).toEqual([404, 404, 404]);
    const { body: listed } = await billing.send('get', list, viewer);
    expect(listed.topups).toMatchObject([{ id: topup.id }]);
    expect((await billing.send('get', path, admin)).body.topups).toEqual([]);
  });

  it('is created and simulated only by an org_admin', async () => {
    const { admin, member, orgId, viewer } = anOrg();
    const body = { amountUsd: 20, channel: 'dev', orgId };
    const { body: topup } = await billing.send('post', path, admin).send(body);
    const simulate = `${path}/${topup.id as string}/simulate`;
    const stranger = aCustomer().caller;
    for (const [who, status] of [
      [viewer, 403],
      [member, 403],
      [stranger, 404],
    ] as const) {
      expect((await billing.send('post', path, who).send(body)).status).toBe(status);
      expect((await billing.send('post', simulate, who)).status).toBe(status);
    }
    expect(await readBalance(orgId)).toBeUndefined();
  });
});

describe('a grant to an organization', () => {
  const grant = (orgId: string) =>
    billing
      .operate('post', '/api/admin/credits/grants')
      .send({ orgId, amountUsd: 7, reason: 'welcome' });

  it('reaches its wallet, with the organization in the audit log', async () => {
    const orgId = billing.orgs.addOrg();
    const answer = await grant(orgId);
    expect([answer.status, answer.body.orgId]).toEqual([201, orgId]);
    expect(await readBalance(orgId)).toBe(7_000_000_000n);
    await waitForAudit(orgId, 'admin.credits.grant');
  });

  it('is refused for an unknown or deleted organization', async () => {
    expect((await grant(`org_${makeUlid()}`)).status).toBe(404);
    expect((await grant(billing.orgs.addOrg({ isDeleted: true }))).status).toBe(404);
  });
});

describe('a session of an institution', () => {
  it('learns nothing about the money of the institution', async () => {
    const walletId = billing.orgs.addOrg();
    const org = { orgId: walletId, teamId: '', memberId: '' };
    const caller = { kind: 'institution_session', walletId, keyId: 'esess_1', org } as const;
    for (const url of ['/v1/credits', '/v1/usage', '/v1/insights', '/v1/generation?id=gen-1']) {
      expect([url, (await billing.send('get', url, caller)).status]).toEqual([url, 403]);
    }
  });
});
