import type { AuditRecorded } from '@tollgate/contracts';
import { waitUntil } from '@tollgate/testing';
import { countBy, foundOrg, setSeats, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

const parallel = 20;

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

const members = (): string => `/v1/orgs/${org.id}/members`;

async function countAdmins(): Promise<number> {
  const { rows } = await orgs.sql.query(
    "SELECT 1 FROM members WHERE org_id = $1 AND left_at IS NULL AND role = 'org_admin'",
    [org.id],
  );
  return rows.length;
}

describe('an organization whose members change all at once', () => {
  it('keeps its last org_admin when all of them go or step down', async () => {
    await setSeats(orgs, org.id, parallel + 1);
    const people = Array.from({ length: parallel - 1 }, (_, index) => orgs.addPerson(`P${index}`));
    const ids = await Promise.all(people.map((person) => org.add(person, { role: 'org_admin' })));
    const admins = [
      { caller: ada.caller, id: org.founderId },
      ...people.map(({ caller }, index) => ({ caller, id: ids[index] ?? '' })),
    ];
    const answers = await Promise.all(
      admins.map(({ caller, id }, index) =>
        index % 2 === 0
          ? orgs.send('delete', `${members()}/${id}`, caller)
          : orgs.send('patch', `${members()}/${id}`, caller).send({ role: 'member' }),
      ),
    );
    expect(countBy(answers.map(({ status }) => status))).toMatchObject({ 400: 1 });
    expect(await countAdmins()).toBe(1);
  });

  it('keeps one of two admins that remove each other', async () => {
    const bob = orgs.addPerson('Bob');
    const bobId = await org.add(bob, { role: 'org_admin' });
    const statuses = await Promise.all([
      orgs.send('delete', `${members()}/${bobId}`, ada.caller),
      orgs.send('delete', `${members()}/${org.founderId}`, bob.caller),
    ]);
    // The second is judged by what it is then: a stranger.
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await countAdmins()).toBe(1);
  });

  it('gives no seat twice', async () => {
    await setSeats(orgs, org.id, 6);
    const people = Array.from({ length: parallel }, (_, index) => orgs.addPerson(`S${index}`));
    const answers = await Promise.all(
      people.map(({ email }) => orgs.send('post', members(), ada.caller).send({ email })),
    );
    expect(countBy(answers.map(({ status }) => status))).toEqual({ 201: 5, 409: parallel - 5 });
    const { body } = await orgs.send('get', `/v1/orgs/${org.id}`, ada.caller).expect(200);
    expect(body).toMatchObject({ seats: 6, seatsUsed: 6 });
  });

  it('gives one person one seat', async () => {
    const { email } = orgs.addPerson('Bob');
    const answers = await Promise.all(
      Array.from({ length: parallel }, () =>
        orgs.send('post', members(), ada.caller).send({ email }),
      ),
    );
    expect(countBy(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: parallel - 1 });
  });

  it('has one team of a name, in whatever letters', async () => {
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        orgs
          .send('post', `/v1/orgs/${org.id}/teams`, ada.caller)
          .send({ name: index % 2 === 0 ? 'Research' : 'RESEARCH' }),
      ),
    );
    expect(countBy(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: parallel - 1 });
  });

  it('writes a chain of entries in which each begins where the one before ended', async () => {
    const path = `/api/orgs/${org.id}/circuit-breaker`;
    await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        orgs
          .send('patch', path, ada.caller)
          .send({ cbMinuteUsd: index + 1 })
          .expect(200),
      ),
    );
    const entries = await waitForEntries(parallel);
    const edges = entries.map(({ afterJson, beforeJson }) => [beforeJson, afterJson]);
    const starts = new Map(edges.map(([before, after]) => [before ?? '', after ?? '']));
    let state = JSON.stringify({ cbEnabled: null, cbMinuteUsd: null, cbHourlyUsd: null });
    let steps = 0;
    for (let next = starts.get(state); next !== undefined; next = starts.get(state)) {
      state = next;
      steps += 1;
    }
    expect(steps).toBe(parallel);
  });
});

async function waitForEntries(count: number): Promise<readonly AuditRecorded[]> {
  return waitUntil(
    () => {
      const entries = orgs.auditEvents.filter(
        ({ action, orgId }) => action === 'org.cb.update' && orgId === org.id,
      );
      return entries.length >= count ? entries : undefined;
    },
    { timeoutMs: 30_000, what: `${count} entries` },
  );
}
