import { waitUntil } from '@tollgate/testing';
import { waitForInvitation } from '../support/mails';
import { foundOrg, operator, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

let orgs: OrgsUnderTest;
let ada: Person;
let org: TestOrg;

beforeAll(async () => {
  orgs = await startOrgs();
});
afterAll(() => orgs.stop());
beforeEach(async () => {
  ada = orgs.addPerson('Ada');
  org = await foundOrg(orgs, ada);
  orgs.fakes.isAway = false;
});

const patch = (body: object) =>
  orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send(body);
const termsOf = (orgId: string) => orgs.fakes.terms.filter((terms) => terms.orgId === orgId);

describe('an operator', () => {
  it('changes plan, seats and payment, which are sent to billing', async () => {
    const change = {
      plan: 'enterprise',
      seats: 25,
      billingMode: 'monthly',
      creditLineUsd: 500,
      localCurrency: true,
    };
    const { body } = await patch(change).expect(200);
    expect(body).toMatchObject({ ...change, suspended: false });
    const creditLineNanos = 500_000_000_000n;
    expect(termsOf(org.id)).toEqual([{ orgId: org.id, isMonthly: true, creditLineNanos }]);
    const detail = await orgs.send('get', `/v1/orgs/${org.id}`, ada.caller).expect(200);
    expect(detail.body).toMatchObject({ billingMode: 'monthly', creditLineUsd: 500, seats: 25 });
    await patch({ billingMode: 'prepaid' }).expect(200);
    expect(termsOf(org.id)[1]).toEqual({ orgId: org.id, isMonthly: false, creditLineNanos: 0n });
    await waitUntil(() => orgs.auditEvents.filter(({ orgId }) => orgId === org.id).length >= 3, {
      timeoutMs: 30_000,
      what: 'the entries',
    });
    const entry = orgs.auditEvents.find(({ action }) => action === 'admin.org.update');
    expect(entry?.actor).toMatchObject({ type: 'operator', id: 'admin-token' });
    expect(JSON.parse(entry?.beforeJson ?? '')).toMatchObject({ plan: 'team', seats: 10 });
    expect(JSON.parse(entry?.afterJson ?? '')).toMatchObject({ plan: 'enterprise', seats: 25 });
  });

  it('sends the newest terms after billing was away for several changes', async () => {
    orgs.fakes.isAway = true;
    await patch({ billingMode: 'monthly', creditLineUsd: 100 }).expect(200);
    await patch({ creditLineUsd: 200 }).expect(200);
    orgs.fakes.isAway = false;
    await orgs.sql.query('UPDATE todos SET next_at = now()');
    const told = await waitUntil(() => (termsOf(org.id).length > 0 ? termsOf(org.id) : undefined), {
      timeoutMs: 30_000,
      what: 'the terms',
    });
    expect(told).toEqual([{ orgId: org.id, isMonthly: true, creditLineNanos: 200_000_000_000n }]);
  });

  it('is refused what makes no sense', async () => {
    await patch({ billingMode: 'monthly' }).expect(400);
    await patch({ seats: 0 }).expect(400);
    await patch({ unknown: true }).expect(400);
    await patch({ creditLineUsd: '5' }).expect(400);
    org = { ...org, id: 'org_01J9ZK3V5X7Y8W9T0R1S2ABCDE' };
    await patch({ seats: 5 }).expect(404);
  });

  it('is refused to members of any role', async () => {
    for (const kind of ['session', 'management_key', 'standard_key'] as const) {
      const caller = { ...ada.caller, kind };
      await orgs.send('get', '/api/admin/orgs', caller).expect(403);
      await orgs.send('patch', `/api/admin/orgs/${org.id}`, caller).send({ seats: 99 }).expect(403);
    }
  });

  it('founds organizations for others, and lists all of them', async () => {
    const owner = orgs.addPerson('Owner');
    const post = (body: object) => orgs.send('post', '/api/admin/orgs', operator).send(body);
    const terms = { billingMode: 'monthly', creditLineUsd: 50 };
    const made = await post({ name: 'Theirs', ownerEmail: owner.email, ...terms }).expect(201);
    const { id } = made.body as { id: string };
    expect(termsOf(id)).toMatchObject([{ isMonthly: true, creditLineNanos: 50_000_000_000n }]);
    await orgs.send('get', `/v1/orgs/${id}`, owner.caller).expect(200);
    const first = await orgs.send('get', '/api/admin/orgs?limit=1', operator).expect(200);
    const { items, nextCursor } = first.body as { items: { id: string }[]; nextCursor: string };
    expect(items.map((item) => item.id)).toEqual([id]);
    const path = `/api/admin/orgs?cursor=${nextCursor}&limit=200`;
    const rest = await orgs.send('get', path, operator).expect(200);
    const ids = (rest.body as { items: { id: string }[] }).items;
    expect(ids.map((item) => item.id)).toContain(org.id);
    expect(ids.map((item) => item.id)).not.toContain(id);
  });

  it('invites an owner whose address is not verified', async () => {
    const owner = orgs.addPerson('Owner', false);
    const post = (ownerEmail: string) =>
      orgs.send('post', '/api/admin/orgs', operator).send({ name: 'Theirs', ownerEmail });
    const made = await post(owner.email).expect(202);
    expect(made.body).toMatchObject({ invited: true, name: 'Theirs' });
    const { id } = made.body as { id: string };
    await orgs.send('get', `/v1/orgs/${id}`, owner.caller).expect(404);
    const unknown = await post('nobody@example.com').expect(202);
    expect(Object.keys(unknown.body as object)).toEqual(Object.keys(made.body as object));
    const token = await waitForInvitation(orgs, owner.email);
    await orgs.send('post', `/api/invitations/${token}/accept`, owner.caller).expect(200);
    const members = await orgs.send('get', `/v1/orgs/${id}/members`, owner.caller).expect(200);
    expect(members.body).toMatchObject({ members: [{ role: 'org_admin', isOwner: true }] });
  });

  it('lists the members of any organization page by page', async () => {
    const path = `/api/admin/orgs/${org.id}/members`;
    const list = (query: string) => orgs.send('get', `${path}?${query}`, operator);
    const names = (body: unknown): readonly string[] =>
      (body as { items: { user: { name: string } }[] }).items.map(({ user }) => user.name);
    for (const name of ['Cyd', 'Bob']) await org.add(orgs.addPerson(name));
    const first = await list('sort=name&limit=2').expect(200);
    expect(names(first.body)).toEqual(['Ada', 'Bob']);
    const { nextCursor } = first.body as { nextCursor: string };
    const rest = await list(`sort=name&limit=2&cursor=${nextCursor}`).expect(200);
    expect(names(rest.body)).toEqual(['Cyd']);
    expect(rest.body).toMatchObject({ nextCursor: null });
    expect(names((await list('search=cyd-').expect(200)).body)).toEqual(['Cyd']);
    await list('cursor=x').expect(400);
    await list('limit=201').expect(400);
    await orgs.send('get', path, ada.caller).expect(403);
    await patch({ deleted: true }).expect(200);
    expect(names((await list('').expect(200)).body)).toEqual(['Ada', 'Cyd', 'Bob']);
    for (const unknown of ['org_01J9ZK3V5X7Y8W9T0R1S2ABCDE', 'acme']) {
      await orgs.send('get', `/api/admin/orgs/${unknown}/members`, operator).expect(404);
    }
  });

  it('adds a member to an organization without an administrator, or invites the address', async () => {
    const path = `/api/admin/orgs/${org.id}/members`;
    const send = (body: object, target = path) => orgs.send('post', target, operator).send(body);
    const [bob, mallory] = [orgs.addPerson('Bob'), orgs.addPerson('Mallory', false)];
    const added = await send({ email: bob.email, role: 'org_admin' }).expect(201);
    expect(added.body).toMatchObject({ role: 'org_admin', user: { id: bob.userId } });
    await orgs.send('get', `/v1/orgs/${org.id}/members`, bob.caller).expect(200);
    await send({ email: bob.email, role: 'org_admin' }).expect(409);
    const invited = await send({ email: mallory.email, role: 'org_admin' }).expect(202);
    expect(invited.body).toEqual({ invited: true });
    await send({ email: mallory.email, role: 'org_admin' }).expect(409);
    await orgs.send('get', `/v1/orgs/${org.id}`, mallory.caller).expect(404);
    await send({ email: bob.email }).expect(400);
    await send({ email: orgs.addPerson('Cyd').email, role: 'team_admin' }).expect(400);
    const unknown = '/api/admin/orgs/org_01J9ZK3V5X7Y8W9T0R1S2ABCDE/members';
    await send({ email: bob.email, role: 'member' }, unknown).expect(404);
    const asMember = orgs.send('post', path, ada.caller);
    await asMember.send({ email: bob.email, role: 'member' }).expect(403);
  });
});
