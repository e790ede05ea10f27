import { createInvitationStore } from '../../src/invitations/invitation-store';
import { findMail, waitForInvitation } from '../support/mails';
import { countBy, foundOrg, setSeats, type TestOrg } from '../support/organization';
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
});

const path = (): string => `/api/orgs/${org.id}/invitations`;
const accept = (token: string, person: Person) =>
  orgs.send('post', `/api/invitations/${token}/accept`, person.caller);

async function invite(person: Person, place: object = {}): Promise<string> {
  const answer = await orgs
    .send('post', path(), ada.caller)
    .send({ email: person.email, ...place })
    .expect(201);
  return (answer.body as { id: string }).id;
}

const waitForToken = (email: string) => waitForInvitation(orgs, email);

describe('an invitation', () => {
  it('is mailed as a link that lets the invited person in, once', async () => {
    const teamId = await org.addTeam({ name: 'R&D' });
    const bob = orgs.addPerson('Bob');
    const id = await invite(bob, { role: 'team_admin', teamId });
    const list = await orgs.send('get', path(), ada.caller).expect(200);
    expect(list.body).toMatchObject({
      invitations: [{ id, email: bob.email, role: 'team_admin', teamId, status: 'pending' }],
    });
    const token = await waitForToken(bob.email);
    const { body } = await accept(token, bob).expect(200);
    expect(body).toMatchObject({
      organization: { id: org.id, name: 'Acme' },
      member: { role: 'team_admin', team: { id: teamId }, user: { email: bob.email } },
    });
    await accept(token, bob).expect(404);
    const rest = await orgs.send('get', path(), ada.caller).expect(200);
    expect(rest.body).toEqual({ invitations: [] });
  });

  it('tells the invited person alone who invites, to what and in which role', async () => {
    const teamId = await org.addTeam({ name: 'R&D' });
    const [bob, eve] = [orgs.addPerson('Bob'), orgs.addPerson('Eve')];
    await invite(bob, { role: 'team_admin', teamId });
    const token = await waitForToken(bob.email);
    const view = (person: Person, shown = token) =>
      orgs.send('get', `/api/invitations/${shown}`, person.caller);
    const { body } = await view(bob).expect(200);
    expect(body).toEqual({
      organization: { id: org.id, name: 'Acme' },
      role: 'team_admin',
      team: { id: teamId, name: 'R&D' },
      invitedBy: { name: 'Ada', email: ada.email },
      expiresAt: expect.any(String) as string,
    });
    await view(eve).expect(403);
    await view(bob, 'x'.repeat(43)).expect(404);
    await accept(token, bob).expect(200);
    await view(bob).expect(404);
  });

  it('names the organization and the inviter in its mail', async () => {
    const bob = orgs.addPerson('Bob');
    await invite(bob);
    await waitForToken(bob.email);
    const text = findMail(orgs, bob.email)?.text ?? '';
    expect(text).toContain(`“Ada” (${ada.email}) invited you to join the organization “Acme”.`);
  });

  it('lets one in however often its link is followed at once', async () => {
    const bob = orgs.addPerson('Bob');
    await invite(bob);
    const token = await waitForToken(bob.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token, bob)));
    expect(countBy(answers.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
  });

  it('is worth nothing to others, after its end, and when it is cancelled', async () => {
    const [bob, eve] = [orgs.addPerson('Bob'), orgs.addPerson('Eve')];
    const id = await invite(bob);
    const token = await waitForToken(bob.email);
    await accept(token, eve).expect(403);
    await accept('x'.repeat(43), bob).expect(404);
    const move = (to: string) =>
      orgs.sql.query(`UPDATE invitations SET expires_at = ${to} WHERE id = $1`, [id]);
    await move('now()');
    await accept(token, bob).expect(404);
    await move("now() + interval '1 day'");
    await orgs.send('delete', `${path()}/${id}`, ada.caller).expect(204);
    await orgs.send('delete', `${path()}/${id}`, ada.caller).expect(404);
    await accept(token, bob).expect(404);
  });

  it('takes a free seat, or stays open without one', async () => {
    const bob = orgs.addPerson('Bob');
    await invite(bob);
    const token = await waitForToken(bob.email);
    await setSeats(orgs, org.id, 1);
    await accept(token, bob).expect(409);
    await setSeats(orgs, org.id, 2);
    await accept(token, bob).expect(200);
  });

  it('is refused for members and invited addresses', async () => {
    const bob = orgs.addPerson('Bob');
    await invite(bob);
    await orgs.send('post', path(), ada.caller).send({ email: bob.email }).expect(409);
    const cyd = orgs.addPerson('Cyd');
    await org.add(cyd);
    await orgs.send('post', path(), ada.caller).send({ email: cyd.email }).expect(409);
    await orgs.send('get', path(), cyd.caller).expect(403);
    await orgs.send('get', path(), orgs.addPerson('Eve').caller).expect(404);
  });

  it('comes without a team when that was deleted meanwhile', async () => {
    const teamId = await org.addTeam({ name: 'Gone' });
    const bob = orgs.addPerson('Bob');
    await invite(bob, { role: 'team_admin', teamId });
    const token = await waitForToken(bob.email);
    await orgs.send('delete', `/v1/orgs/${org.id}/teams/${teamId}`, ada.caller).expect(204);
    const { body } = await accept(token, bob).expect(200);
    expect(body).toMatchObject({ member: { role: 'member', team: null } });
  });

  it('of a team_admin leads into the own team', async () => {
    const [own, other] = [await org.addTeam({ name: 'T1' }), await org.addTeam({ name: 'T2' })];
    const tom = orgs.addPerson('Tom');
    await org.add(tom, { role: 'team_admin', teamId: own });
    const send = (body: object) => orgs.send('post', path(), tom.caller).send(body);
    const { email } = orgs.addPerson('Bob');
    await send({ email, teamId: other }).expect(403);
    await send({ email, role: 'org_admin' }).expect(403);
    const { body } = await send({ email }).expect(201);
    expect(body).toMatchObject({ role: 'member', teamId: own });
    await invite(orgs.addPerson('Cyd'), { teamId: other });
    const list = await orgs.send('get', path(), tom.caller).expect(200);
    expect((list.body as { invitations: unknown[] }).invitations).toHaveLength(1);
  });

  it('is one of a hundred that a person may send in an hour', async () => {
    const send = (index: number) =>
      orgs.send('post', path(), ada.caller).send({ email: `many-${index}@example.com` });
    const statuses: number[] = [];
    const sendTogether = async (count: number): Promise<void> => {
      const first = statuses.length;
      const answers = await Promise.all(Array.from({ length: count }, (_, i) => send(first + i)));
      statuses.push(...answers.map(({ status }) => status));
    };
    for (let group = 0; group < 9; group += 1) await sendTogether(10);
    // These compete for the last ten places.
    await sendTogether(13);
    expect(countBy(statuses)).toEqual({ 201: 100, 429: 3 });
    expect((await send(103)).headers['retry-after']).toMatch(/^\d+$/);
  });

  it('is forgotten when it ended long ago', async () => {
    const id = await invite(orgs.addPerson('Bob'));
    await orgs.sql.query('UPDATE invitations SET expires_at = $2 WHERE id = $1', [
      id,
      new Date('2026-01-01'),
    ]);
    const store = createInvitationStore(orgs.sql);
    expect(await store.deleteEndedBefore(new Date('2026-01-02'), 10)).toBe(1);
    expect(await store.deleteEndedBefore(new Date('2026-01-02'), 10)).toBe(0);
  });

  it('stores nothing in the database that could be used to join', async () => {
    const bob = orgs.addPerson('Bob');
    await invite(bob);
    const token = await waitForToken(bob.email);
    const { rows } = await orgs.sql.query<{ row: string }>(
      'SELECT i::text AS row FROM invitations i',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ row }) => !row.includes(token))).toBe(true);
  });
});
