import { waitUntil } from '@tollgate/testing';
import { createOrgDatabase } from '../../src/shared/org-database';
import { purgeOrgsUseCase } from '../../src/organizations/purge-orgs';
import { foundOrg, operator, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

const dayMs = 86_400_000;

let orgs: OrgsUnderTest;
let ada: Person;
let org: TestOrg;
beforeAll(async () => {
  orgs = await startOrgs();
});
afterAll(() => orgs.stop());
beforeEach(async () => {
  orgs.fakes.isAway = false;
  ada = orgs.addPerson('Ada');
  org = await foundOrg(orgs, ada);
});

const patch = (body: object) =>
  orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send(body);
/** As the job would on that day. */
const purgeAfter = (days: number) =>
  purgeOrgsUseCase({
    database: createOrgDatabase(orgs.sql),
    // Left to the job of the service.
    doTodo: async () => false,
    clock: { now: () => new Date(Date.now() + days * dayMs) },
  })();
const tables = ['members', 'invitations', 'content_rules', 'byok_keys'] as const;
async function countRows(): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const table of tables) {
    const { rows } = await orgs.sql.query(`SELECT 1 FROM ${table} WHERE org_id = $1`, [org.id]);
    counts.push(rows.length);
  }
  return counts;
}

async function fill(): Promise<void> {
  const manager = {
    ...ada.caller,
    kind: 'management_key',
    keyId: 'key_1',
    org: { orgId: org.id, teamId: '', memberId: '' },
  } as const;
  await org.add(orgs.addPerson('Bob'));
  await orgs
    .send('post', `/api/orgs/${org.id}/invitations`, ada.caller)
    .send({ email: `nobody-${org.id.toLowerCase()}@example.com` })
    .expect(201);
  await orgs
    .send('post', `/api/orgs/${org.id}/content-filters`, ada.caller)
    .send({ name: 'No dancing', kind: 'keyword', keywords: ['tango'], action: 'flag' })
    .expect(201);
  await orgs
    .send('post', '/v1/management/byok-keys', manager)
    .send({ name: 'Prod', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-x' })
    .expect(201);
}

describe('a deleted organization', () => {
  it('is purged after 30 days, and auth deletes its keys until none are left', async () => {
    await fill();
    expect(await countRows()).toEqual([2, 1, 1, 1]);
    await patch({ deleted: true }).expect(200);
    expect(await purgeAfter(29)).toBe(0);
    expect(await countRows()).toEqual([2, 1, 1, 1]);
    expect(await purgeAfter(31)).toBe(1);
    expect(await purgeAfter(31)).toBe(0);
    expect(await countRows()).toEqual([0, 0, 0, 0]);
    await orgs.sql.query('UPDATE todos SET next_at = now()');
    await waitUntil(() => orgs.fakes.purged.filter((id) => id === org.id).length === 2, {
      timeoutMs: 30_000,
      what: 'the keys to be purged',
    });
    await waitUntil(async () => (await orgs.sql.query('SELECT 1 FROM todos')).rows.length === 0, {
      timeoutMs: 30_000,
      what: 'nothing left to do',
    });
    await patch({ deleted: false }).expect(409);
    const list = await orgs.send('get', '/api/admin/orgs?limit=200', operator).expect(200);
    expect(list.text).toContain(org.id);
  });

  it('is not purged when it was restored', async () => {
    await fill();
    await patch({ deleted: true }).expect(200);
    await patch({ deleted: false }).expect(200);
    expect(await purgeAfter(31)).toBe(0);
    expect(await countRows()).toEqual([2, 1, 1, 1]);
  });

  it('is purged once by two instances at the same time', async () => {
    await patch({ deleted: true }).expect(200);
    const purged = await Promise.all([purgeAfter(31), purgeAfter(31)]);
    expect(purged.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});
