import { waitUntil } from '@tollgate/testing';
import { foundOrg, operator, type TestOrg } from '../support/organization';
import { waitForInvitation } from '../support/mails';
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

const members = (): string => `/v1/orgs/${org.id}/members`;

describe('a member', () => {
  it('is added at once with role, team and budget when it has an account', async () => {
    const bob = orgs.addPerson('Bob');
    const teamId = await org.addTeam({ name: 'R&D' });
    const answer = await orgs
      .send('post', members(), ada.caller)
      .send({ email: bob.email.toUpperCase(), teamId, monthlyBudget: 50 })
      .expect(201);
    orgs.fakes.memberSpend.set((answer.body as { id: string }).id, 3_100_000_000n);
    const list = await orgs.send('get', members(), ada.caller).expect(200);
    expect((list.body as { members: object[] }).members[1]).toEqual({
      id: expect.stringMatching(/^mem_/) as string,
      role: 'member',
      isOwner: false,
      user: { id: bob.userId, name: 'Bob', email: bob.email },
      team: { id: teamId, name: 'R&D' },
      monthlyBudget: 50,
      spend: { month: 3.1 },
      joinedAt: expect.stringMatching(/^\d{4}-.*\dZ$/) as string,
    });
  });

  it.each([
    ['owner', { role: 'org_admin', isOwner: true }],
    ['admin', { role: 'org_admin', isOwner: false }],
    ['billing', { role: 'billing_viewer', isOwner: false }],
    ['org_admin', { role: 'org_admin', isOwner: false }],
    ['teacher', { role: 'teacher', isOwner: false }],
  ])('may be given the role %s', async (role, expected) => {
    const { email } = orgs.addPerson('Bob');
    const { body } = await orgs.send('post', members(), ada.caller).send({ email, role });
    expect(body).toMatchObject(expected);
  });

  it('is refused twice, and with what does not fit', async () => {
    const bob = orgs.addPerson('Bob');
    await org.add(bob);
    const send = async (body: object): Promise<[number, unknown]> => {
      const answer = await orgs.send('post', members(), ada.caller).send(body);
      return [answer.status, (answer.body as { error: { code: unknown } }).error.code];
    };
    const { email } = orgs.addPerson('Cyd');
    const teamId = 'team_01J9ZK3V5X7Y8W9T0R1S2ABCDE';
    expect(await send({ email: bob.email })).toEqual([409, 409]);
    expect(await send({})).toEqual([400, 'missing_required_field']);
    expect(await send({ email: 'no address' })).toEqual([400, 400]);
    expect(await send({ email, role: 'king' })).toEqual([400, 'unsupported_param']);
    expect(await send({ email, role: 'team_admin' })).toEqual([400, 'missing_required_field']);
    expect(await send({ email, teamId })).toEqual([400, 'unsupported_param']);
    expect(await send({ email, monthlyBudget: -1 })).toEqual([400, 'unsupported_param']);
  });

  it('is added once per Idempotency-Key', async () => {
    const { email } = orgs.addPerson('Bob');
    const send = () =>
      orgs.send('post', members(), ada.caller).set('idempotency-key', 'm1').send({ email });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it('stays an org_admin when there is no other', async () => {
    const demotion = orgs
      .send('patch', `${members()}/${org.founderId}`, ada.caller)
      .send({ role: 'member' });
    expect((await demotion).status).toBe(400);
    await orgs.send('delete', `${members()}/${org.founderId}`, ada.caller).expect(400);
    await org.add(orgs.addPerson('Bob'), { role: 'admin' });
    const { body } = await orgs
      .send('patch', `${members()}/${org.founderId}`, ada.caller)
      .send({ role: 'member' })
      .expect(200);
    expect(body).toMatchObject({ role: 'member', isOwner: false });
    await orgs.send('get', members(), ada.caller).expect(403);
  });

  it('is gone when removed, with its keys, and can be added again', async () => {
    const bob = orgs.addPerson('Bob');
    const memberId = await org.add(bob);
    await orgs.send('delete', `${members()}/${memberId}`, ada.caller).expect(204);
    const told = orgs.fakes.disabled.find((request) => request.memberId === memberId);
    expect(told).toMatchObject({ orgId: org.id, teamId: '' });
    await orgs.send('get', `/v1/orgs/${org.id}`, bob.caller).expect(404);
    await orgs.send('delete', `${members()}/${memberId}`, ada.caller).expect(404);
    expect(await org.add(bob)).not.toBe(memberId);
  });

  it('loses keys and classes when it becomes a teacher and when it was one', async () => {
    const memberId = await org.add(orgs.addPerson('Bob'));
    const patch = (role: string) =>
      orgs.send('patch', `${members()}/${memberId}`, ada.caller).send({ role }).expect(200);
    const countCalls = (): number =>
      orgs.fakes.disabled.filter((request) => request.memberId === memberId).length;
    await patch('billing_viewer');
    expect(countCalls()).toBe(0);
    expect((await patch('teacher')).body).toMatchObject({ role: 'teacher' });
    expect(countCalls()).toBe(1);
    await patch('teacher');
    expect(countCalls()).toBe(1);
    await patch('member');
    expect(countCalls()).toBe(2);
  });

  it('has its keys ended later when auth is away', async () => {
    const memberId = await org.add(orgs.addPerson('Bob'));
    orgs.fakes.isAway = true;
    await orgs.send('delete', `${members()}/${memberId}`, ada.caller).expect(204);
    const isTold = (): boolean =>
      orgs.fakes.disabled.some((request) => request.memberId === memberId);
    expect(isTold()).toBe(false);
    orgs.fakes.isAway = false;
    await orgs.sql.query('UPDATE todos SET next_at = now()');
    await waitUntil(isTold, { timeoutMs: 30_000, what: 'the end of the keys' });
    await waitUntil(async () => (await orgs.sql.query('SELECT 1 FROM todos')).rows.length === 0, {
      timeoutMs: 30_000,
      what: 'nothing left to do',
    });
  });
});

describe('permissions of a member', () => {
  it('follow the current role, for a management key as well', async () => {
    const bob = orgs.addPerson('Bob');
    const memberId = await org.add(bob, { role: 'org_admin' });
    const key = { ...bob.caller, kind: 'management_key', keyId: 'key_1' } as const;
    const bound = { ...key, org: { orgId: org.id, teamId: '', memberId: '' } };
    const foreign = { ...key, org: { orgId: 'org_2', teamId: '', memberId: '' } };
    await orgs.send('get', members(), key).expect(200);
    await orgs.send('get', members(), bound).expect(200);
    await orgs.send('get', members(), foreign).expect(404);
    const place = { role: 'member' };
    await orgs.send('patch', `${members()}/${memberId}`, ada.caller).send(place).expect(200);
    await orgs.send('get', members(), bound).expect(403);
    await orgs.send('get', members(), { ...bob.caller, kind: 'standard_key' }).expect(401);
  });

  it('ends while the organization is suspended, and with it', async () => {
    const change = (body: object) =>
      orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send(body).expect(200);
    await change({ suspended: true });
    await orgs.send('get', `/v1/orgs/${org.id}`, ada.caller).expect(403);
    await change({ suspended: false });
    await orgs.send('get', `/v1/orgs/${org.id}`, ada.caller).expect(200);
    await change({ deleted: true });
    await orgs.send('get', `/v1/orgs/${org.id}`, ada.caller).expect(404);
    const list = await orgs.send('get', '/v1/orgs', ada.caller).expect(200);
    expect(list.body).toEqual({ organizations: [] });
  });
});

describe('an address that is not the verified address of an account', () => {
  const add = (email: string, place: object = {}) =>
    orgs.send('post', members(), ada.caller).send({ email, ...place });
  const invitations = async (): Promise<readonly object[]> => {
    const path = `/api/orgs/${org.id}/invitations`;
    const { body } = await orgs.send('get', path, ada.caller).expect(200);
    return (body as { invitations: object[] }).invitations;
  };

  it('is invited instead of added, alike with and without an account', async () => {
    const mallory = orgs.addPerson('Mallory', false);
    const unverified = await add(mallory.email, { role: 'org_admin' });
    const unknown = await add('nobody@example.com', { role: 'org_admin' });
    expect([unverified.status, unknown.status]).toEqual([202, 202]);
    expect(unverified.body).toEqual({ invited: true });
    expect(unknown.text).toBe(unverified.text);
    await orgs.send('get', `/v1/orgs/${org.id}`, mallory.caller).expect(404);
    expect(await invitations()).toMatchObject([
      { email: 'nobody@example.com', role: 'org_admin' },
      { email: mallory.email, role: 'org_admin' },
    ]);
  });

  it('is not invited twice, nor by a member who may not add members', async () => {
    const { email } = orgs.addPerson('Mallory', false);
    await add(email).expect(202);
    await add(email).expect(409);
    const bob = orgs.addPerson('Bob');
    await org.add(bob);
    const body = { email: orgs.addPerson('Eve', false).email };
    await orgs.send('post', members(), bob.caller).send(body).expect(403);
  });

  it('is invited once per Idempotency-Key', async () => {
    const { email } = orgs.addPerson('Mallory', false);
    const send = () => add(email).set('idempotency-key', 'unverified');
    expect([(await send()).status, (await send()).status]).toEqual([202, 202]);
    expect(await invitations()).toHaveLength(1);
  });

  it('comes with the budget that was asked for', async () => {
    const mallory = orgs.addPerson('Mallory', false);
    await add(mallory.email, { monthlyBudget: 7 }).expect(202);
    const token = await waitForInvitation(orgs, mallory.email);
    const path = `/api/invitations/${token}/accept`;
    const { body } = await orgs.send('post', path, mallory.caller).expect(200);
    expect(body).toMatchObject({ member: { monthlyBudget: 7 } });
  });
});

describe('a team_admin', () => {
  it('sees and renames the own team, and sets its budget, but nothing else', async () => {
    const own = await org.addTeam({ name: 'T1', costCenterCode: 'C1' });
    const other = await org.addTeam({ name: 'T2' });
    const tom = orgs.addPerson('Tom');
    await org.add(tom, { role: 'team_admin', teamId: own });
    const teams = `/v1/orgs/${org.id}/teams`;
    const list = await orgs.send('get', teams, tom.caller).expect(200);
    expect(list.body).toMatchObject({ teams: [{ id: own, memberCount: 1 }] });
    const patch = (teamId: string, body: object) =>
      orgs.send('patch', `${teams}/${teamId}`, tom.caller).send(body);
    const { body } = await patch(own, { name: 'Platform', monthlyBudget: 12 }).expect(200);
    expect(body).toMatchObject({ name: 'Platform', monthlyBudget: 12, costCenterCode: 'C1' });
    await patch(other, { name: 'Mine' }).expect(403);
    for (const [field, value] of [
      ['permissionScope', ['images']],
      ['costCenterCode', 'C2'],
      ['description', 'x'],
    ] as const) {
      const answer = await patch(own, { name: 'Sly', [field]: value }).expect(403);
      expect(answer.body).toMatchObject({ error: { param: field } });
    }
    await patch(own, { costCenterCode: 'C1', monthlyBudget: 13 }).expect(200);
    await orgs.send('post', teams, tom.caller).send({ name: 'T3' }).expect(403);
    await orgs.send('delete', `${teams}/${own}`, tom.caller).expect(403);
    const after = await orgs.send('get', teams, ada.caller).expect(200);
    expect(after.body).toMatchObject({ teams: [{ name: 'Platform' }, { name: 'T2' }] });
  });

  it('manages only members of the own team', async () => {
    const [own, other] = [await org.addTeam({ name: 'T1' }), await org.addTeam({ name: 'T2' })];
    const tom = orgs.addPerson('Tom');
    await org.add(tom, { role: 'team_admin', teamId: own });
    const stranger = await org.add(orgs.addPerson('Bob'), { teamId: other });
    const boss = await org.add(orgs.addPerson('Boss'), { role: 'admin', teamId: own });
    const send = (method: 'post' | 'patch', path: string, body: object) =>
      orgs.send(method, members() + path, tom.caller).send(body);

    const { email } = orgs.addPerson('Cyd');
    const added = await send('post', '', { email }).expect(201);
    expect(added.body).toMatchObject({ role: 'member', team: { id: own } });
    const { id } = added.body as { id: string };
    const list = await orgs.send('get', members(), tom.caller).expect(200);
    expect((list.body as { members: unknown[] }).members).toHaveLength(3);

    const next = orgs.addPerson('Dan').email;
    await send('post', '', { email: next, teamId: other }).expect(403);
    await send('post', '', { email: next, teamId: null }).expect(403);
    await send('post', '', { email: next, role: 'admin' }).expect(403);
    await send('post', '', { email: next, role: 'billing' }).expect(403);
    await send('patch', `/${id}`, { monthlyBudget: 5 }).expect(200);
    await send('patch', `/${id}`, { role: 'org_admin' }).expect(403);
    await send('patch', `/${id}`, { teamId: other }).expect(403);
    await send('patch', `/${stranger}`, { monthlyBudget: 5 }).expect(403);
    await send('patch', `/${boss}`, { role: 'member' }).expect(403);
    await orgs.send('delete', `${members()}/${boss}`, tom.caller).expect(403);
    await orgs.send('delete', `${members()}/${stranger}`, tom.caller).expect(403);
    await orgs.send('delete', `${members()}/${id}`, tom.caller).expect(204);
  });
});
