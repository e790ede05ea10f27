import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

let orgs: OrgsUnderTest;
let ada: Person;

beforeAll(async () => {
  orgs = await startOrgs();
  ada = orgs.addPerson('Ada');
});
afterAll(() => orgs.stop());

async function found(name: string): Promise<string> {
  const { body, status } = await orgs.send('post', '/api/orgs', ada.caller).send({ name });
  expect([status, body]).toEqual([201, expect.anything()]);
  return (body as { id: string }).id;
}

describe('an organization', () => {
  it('is created by a person, who becomes its owner, with its own wallet', async () => {
    const orgId = await found('Acme, Inc.');
    orgs.fakes.balances.set(orgId, 120_500_000_000n);
    const { body } = await orgs.send('get', `/v1/orgs/${orgId}`, ada.caller).expect(200);
    expect(body).toEqual({
      id: orgId,
      name: 'Acme, Inc.',
      slug: expect.stringMatching(/^acme-inc-[0-9a-z]{6}$/) as string,
      plan: 'team',
      billingMode: 'prepaid',
      seats: 10,
      seatsUsed: 1,
      credits: { balance: 120.5, totalCredits: 122, totalUsage: 1.5 },
      creditLineUsd: null,
      settings: { weeklyBudgetUsd: null, monthlyBudgetUsd: null },
      teamCount: 0,
      memberCount: 1,
      createdAt: expect.any(String) as string,
    });
    const list = await orgs.send('get', '/v1/orgs', ada.caller).expect(200);
    expect(list.body).toMatchObject({
      organizations: [{ id: orgId, role: 'org_admin', creditBalance: 120.5 }],
    });
    const call = orgs.orgsRpc.getMembership.bind(orgs.orgsRpc);
    const { membership } = await callUnary(
      call,
      { orgId, userId: ada.userId },
      { deadlineMs: 20_000 },
    );
    expect(membership).toMatchObject({ orgId, role: 'org_admin', isOwner: true, teamId: '' });
    await waitUntil(
      () =>
        orgs.auditEvents.some(({ action, orgId: of }) => action === 'org.create' && of === orgId),
      { timeoutMs: 30_000, what: 'the entry of the founding' },
    );
  });

  it('has a slug that no other has', async () => {
    const body = { name: 'One', slug: 'only-one' };
    await orgs.send('post', '/api/orgs', ada.caller).send(body).expect(201);
    await orgs.send('post', '/api/orgs', ada.caller).send(body).expect(409);
    const bad = { name: 'One', slug: 'Only One' };
    await orgs.send('post', '/api/orgs', ada.caller).send(bad).expect(400);
  });

  it('is made once per Idempotency-Key', async () => {
    const send = () =>
      orgs
        .send('post', '/api/orgs', ada.caller)
        .set('idempotency-key', 'k1')
        .send({ name: 'Twice' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('does not exist for strangers, and changes only for its admins', async () => {
    const orgId = await found('Closed');
    const eve = orgs.addPerson('Eve');
    await orgs.send('get', `/v1/orgs/${orgId}`, eve.caller).expect(404);
    await orgs.send('patch', `/v1/orgs/${orgId}`, eve.caller).send({ name: 'x' }).expect(404);
    const settings = { monthlyBudgetUsd: 400, weeklyBudgetUsd: null };
    const { body } = await orgs
      .send('patch', `/v1/orgs/${orgId}`, ada.caller)
      .send({ name: 'Open', settings })
      .expect(200);
    expect(body).toMatchObject({ name: 'Open', settings });
    await orgs.send('patch', `/v1/orgs/${orgId}`, ada.caller).send({ name: '' }).expect(400);
  });
});
