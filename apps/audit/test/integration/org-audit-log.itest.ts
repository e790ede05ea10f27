import type { AuditRecorded } from '@tollgate/contracts';
import { waitUntil } from '@tollgate/testing';
import { startAudit, type AuditUnderTest } from '../support/start-audit';

const path = '/api/orgs/org_01/audit-log';
const ada = { kind: 'session', userId: 'user_ada' } as const;

let audit: AuditUnderTest;

beforeAll(async () => {
  audit = await startAudit();
  audit.memberships.set('org_01 user_ada', 'org_admin');
  audit.memberships.set('org_01 user_bob', 'billing_viewer');
  audit.memberships.set('org_02 user_eve', 'org_admin');
  await audit.publish([
    makeEvent(1, { orgId: 'org_01', action: 'org.cb.update' }),
    makeEvent(2, { orgId: 'org_02' }),
    makeEvent(3, { orgId: '' }),
    makeEvent(4, { orgId: 'org_01' }),
    makeEvent(5, {
      orgId: 'org_01',
      action: 'admin.org.update',
      actor: { type: 'operator', id: 'user_op', email: 'op@example.com', keyId: '' },
    }),
  ]);
  await waitUntil(async () => (await audit.countEntries()) === 5, { timeoutMs: 30_000 });
});
afterAll(() => audit.stop());

function makeEvent(number: number, part: Partial<AuditRecorded>): AuditRecorded {
  return {
    id: `aud_000${number}`,
    occurredAt: new Date(Date.UTC(2026, 10, 14, 9, 0, number)),
    action: 'org.member.add',
    actor: { type: 'user', id: 'user_ada', email: 'ada@example.com', keyId: '' },
    target: { type: 'org', id: 'org_01' },
    beforeJson: '',
    afterJson: '{"role":"member"}',
    ip: '203.0.113.9',
    orgId: '',
    requestId: 'req_01',
    ...part,
  };
}

async function listIds(query = ''): Promise<readonly string[]> {
  const { body } = await audit.get(`${path}?${query}`, ada).expect(200);
  return (body as { entries: { id: string }[] }).entries.map(({ id }) => id);
}

describe('the audit log of an organization', () => {
  it('has its own entries and no others, newest first, page by page', async () => {
    expect(await listIds()).toEqual(['aud_0005', 'aud_0004', 'aud_0001']);
    expect(await listIds('action=org.cb.update')).toEqual(['aud_0001']);
    const { body } = await audit.get(`${path}?limit=2`, ada).expect(200);
    const { nextCursor } = body as { nextCursor: string };
    expect(await listIds(`limit=2&cursor=${nextCursor}`)).toEqual(['aud_0001']);
  });

  it('shows that an operator acted, but neither who nor from where', async () => {
    const { body } = await audit.get(`${path}?action=admin.org.update`, ada).expect(200);
    expect(body).toMatchObject({
      entries: [{ actor: { type: 'operator', id: null, email: null }, ip: null }],
    });
    expect(JSON.stringify(body)).not.toContain('op@example.com');
  });

  it('is for org_admins of this organization', async () => {
    const key = { ...ada, kind: 'management_key', keyId: 'key_1' } as const;
    await audit.get(path, key).expect(200);
    await audit.get(path, { ...ada, userId: 'user_bob' }).expect(403);
    await audit.get(path, { ...ada, userId: 'user_eve' }).expect(404);
    const foreign = { orgId: 'org_02', teamId: '', memberId: '' };
    await audit.get(path, { ...key, org: foreign }).expect(404);
    await audit.get(path, { ...ada, kind: 'standard_key' }).expect(401);
    await audit.get(path, { kind: 'operator' }).expect(401);
    await audit.get(path, { kind: 'anonymous' }).expect(401);
  });
});
