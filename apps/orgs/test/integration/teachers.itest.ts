import { waitForInvitation } from '../support/mails';
import { foundOrg, type TestOrg } from '../support/organization';
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

describe('the role teacher', () => {
  it('is given by an invitation', async () => {
    const bob = orgs.addPerson('Bob');
    const body = { email: bob.email, role: 'teacher' };
    const made = await orgs.send('post', `/api/orgs/${org.id}/invitations`, ada.caller).send(body);
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ role: 'teacher' })]);
    const token = await waitForInvitation(orgs, bob.email);
    const path = `/api/invitations/${token}/accept`;
    await orgs.send('post', path, bob.caller).expect(200);
    const { body: own } = await orgs.send('get', '/v1/orgs', bob.caller).expect(200);
    expect(own).toMatchObject({ organizations: [{ id: org.id, role: 'teacher' }] });
  });

  it('is refused what every other role reads, the balance included', async () => {
    const bob = orgs.addPerson('Bob');
    const memberId = await org.add(bob, { role: 'teacher' });
    const { body } = await orgs.send('get', '/v1/orgs', bob.caller).expect(200);
    expect(body).toMatchObject({ organizations: [{ role: 'teacher', creditBalance: null }] });
    const paths = [
      `/v1/orgs/${org.id}`,
      `/v1/orgs/${org.id}/members`,
      `/v1/orgs/${org.id}/teams`,
      ...['invitations', 'allowed-models', 'circuit-breaker', 'edu-config', 'content-filters'].map(
        (rest) => `/api/orgs/${org.id}/${rest}`,
      ),
      `/api/orgs/${org.id}/members/${memberId}/circuit-breaker`,
      `/api/orgs/${org.id}/members/${memberId}/allowed-models`,
    ];
    for (const path of paths) {
      const { status } = await orgs.send('get', path, bob.caller);
      expect([path, status]).toEqual([path, 403]);
    }
  });

  it('is neither given nor taken by a team_admin', async () => {
    const teamId = await org.addTeam({ name: 'R&D' });
    const [leader, bob, cyd] = [
      orgs.addPerson('Leader'),
      orgs.addPerson('Bob'),
      orgs.addPerson('Cyd'),
    ];
    await org.add(leader, { role: 'team_admin', teamId });
    const teacherId = await org.add(bob, { role: 'teacher', teamId });
    const memberId = await org.add(cyd, { teamId });
    const patch = async (id: string, role: string) =>
      (await orgs.send('patch', `/v1/orgs/${org.id}/members/${id}`, leader.caller).send({ role }))
        .status;
    expect(await patch(memberId, 'teacher')).toBe(403);
    expect(await patch(teacherId, 'member')).toBe(403);
  });

  it('is one that the database accepts, unlike unknown ones', async () => {
    const memberId = await org.add(orgs.addPerson('Bob'), { role: 'teacher' });
    const update = (role: string) =>
      orgs.sql.query('UPDATE members SET role = $2 WHERE id = $1', [memberId, role]);
    await expect(update('professor')).rejects.toThrow('members_role_check');
    await update('teacher');
  });
});
