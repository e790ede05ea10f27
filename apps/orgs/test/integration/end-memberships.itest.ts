import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
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
});

const end = async ({ userId }: Person, isAccountGone = false): Promise<readonly string[]> => {
  const call = orgs.orgsRpc.endMemberships.bind(orgs.orgsRpc);
  return (await callUnary(call, { userId, isAccountGone }, { deadlineMs: 5_000 })).blockingOrgIds;
};
const listUserIds = async (orgId: string): Promise<readonly string[]> => {
  const { rows } = await orgs.sql.query<{ user_id: string }>(
    'SELECT user_id FROM members WHERE org_id = $1 AND left_at IS NULL ORDER BY joined_at',
    [orgId],
  );
  return rows.map((row) => row.user_id);
};

describe('the memberships of a deleted account', () => {
  it('all stay while the user is the only org_admin of one organization', async () => {
    const bob = orgs.addPerson('Bob');
    const other = await foundOrg(orgs, bob);
    await other.add(ada);
    expect(await end(ada)).toEqual([org.id]);
    expect(await listUserIds(org.id)).toEqual([ada.userId]);
    expect(await listUserIds(other.id)).toContain(ada.userId);
  });

  it('end together, free their seats, and are in the audit log', async () => {
    const bob = orgs.addPerson('Bob');
    await org.add(bob, { role: 'org_admin' });
    await orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send({ seats: 2 }).expect(200);
    expect(await end(ada)).toEqual([]);
    expect(await end(ada)).toEqual([]);
    expect(await listUserIds(org.id)).toEqual([bob.userId]);
    const cyd = orgs.addPerson('Cyd');
    const members = `/v1/orgs/${org.id}/members`;
    await orgs.send('post', members, bob.caller).send({ email: cyd.email }).expect(201);
    await waitUntil(
      () =>
        orgs.auditEvents.find(
          ({ action, orgId }) => action === 'org.member.remove' && orgId === org.id,
        ),
      { timeoutMs: 30_000, what: 'the entry' },
    );
  });

  it('leave one org_admin when all of them go at the same time', async () => {
    const people = [orgs.addPerson('Bob'), orgs.addPerson('Cyd'), orgs.addPerson('Dan')];
    for (const person of people) await org.add(person, { role: 'org_admin' });
    const answers = await Promise.all([ada, ...people].map((person) => end(person)));
    expect(answers.filter((blocking) => blocking.length > 0)).toEqual([[org.id]]);
    expect(await listUserIds(org.id)).toHaveLength(1);
  });

  it('do not deadlock when two people leave two common organizations', async () => {
    const bob = orgs.addPerson('Bob');
    const second = await foundOrg(orgs, bob);
    const [cyd, dan] = [orgs.addPerson('Cyd'), orgs.addPerson('Dan')];
    for (const person of [cyd, dan]) {
      await org.add(person);
      await second.add(person);
    }
    expect(await Promise.all([end(cyd), end(dan)])).toEqual([[], []]);
  });

  it('end in a deleted organization, and everywhere once the account is gone', async () => {
    const bob = orgs.addPerson('Bob');
    const gone = await foundOrg(orgs, bob);
    const path = `/api/admin/orgs/${gone.id}`;
    await orgs.send('patch', path, operator).send({ deleted: true }).expect(200);
    expect(await end(bob)).toEqual([]);
    expect(await listUserIds(gone.id)).toEqual([]);
    expect(await end(ada, true)).toEqual([]);
    expect(await listUserIds(org.id)).toEqual([]);
  });
});
