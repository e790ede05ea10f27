import { RefusalRecorded, topics } from '@tollgate/contracts';
import { getParkedTopic } from '@tollgate/event-log';
import { waitUntil } from '@tollgate/testing';
import { keptDays } from '../../src/domain/retention';
import { createRefusalStore } from '../../src/store/refusal-store';
import { createDeleteOldRows } from '../../src/use-cases/delete-old-rows';
import { startAudit, type AuditUnderTest } from '../support/start-audit';

const patience = { timeoutMs: 30_000 };
const startMs = Date.UTC(2026, 10, 16, 9);
const ada = { kind: 'session', userId: 'user_ada' } as const;

let audit: AuditUnderTest;

beforeAll(async () => {
  audit = await startAudit();
});
afterEach(() => audit.sql.query('TRUNCATE refusals'));
afterAll(() => audit.stop());

function makeEvent(number: number, part: Partial<RefusalRecorded> = {}): RefusalRecorded {
  return RefusalRecorded.fromPartial({
    requestId: `req_${String(number).padStart(6, '0')}`,
    occurredAt: new Date(startMs + number * 1_000),
    callerId: 'key_ada',
    userId: 'user_ada',
    keyId: 'key_ada',
    httpRoute: 'POST /v1/chat/completions',
    model: 'acme/chat',
    status: 402,
    code: 'spend_limit_exceeded',
    scope: 'key',
    message: 'This key has reached its daily spend limit of $2.',
    figuresJson: '{"unit":"usd","window":"daily","limit":2,"used":1.5,"reserved":0.5}',
    resetsAt: new Date('2026-11-17T00:00:00Z'),
    ...part,
  });
}

const ofOrg = { orgId: 'org_01', memberId: 'mem_ada', teamId: 'team_01' };

async function countRefusals(): Promise<number> {
  const { rows } = await audit.sql.query<{ count: bigint }>('SELECT count(*) FROM refusals');
  return Number(rows[0]?.count ?? -1n);
}

async function publish(events: readonly RefusalRecorded[], expected = events.length) {
  await audit.publishRefusals(events);
  await waitUntil(async () => (await countRefusals()) === expected, patience);
}

async function listIds(path = '/api/refusals', caller: object = ada): Promise<readonly string[]> {
  const { body } = await audit.get(path, caller).expect(200);
  return (body as { items: { requestId: string }[] }).items.map(({ requestId }) => requestId);
}

describe('the refusal log', () => {
  it('explains a refusal by its request id', async () => {
    await publish([makeEvent(1)]);
    const { body } = await audit.get('/api/refusals/req_000001', ada).expect(200);
    expect(body).toEqual({
      requestId: 'req_000001',
      createdAt: '2026-11-16T09:00:01.000Z',
      route: 'POST /v1/chat/completions',
      model: 'acme/chat',
      status: 402,
      code: 'spend_limit_exceeded',
      scope: 'key',
      message: 'This key has reached its daily spend limit of $2.',
      remedy: 'Wait until 2026-11-17T00:00:00Z, or raise the spend limit of this key.',
      figures: { unit: 'usd', window: 'daily', limit: 2, used: 1.5, reserved: 0.5 },
      resetsAt: '2026-11-17T00:00:00.000Z',
      ruleId: null,
      categories: [],
      leftOut: 0,
      userId: 'user_ada',
      keyId: 'key_ada',
      orgId: null,
      teamId: null,
      memberId: null,
    });
  });

  it('lists own refusals newest first, page by page, by code and time', async () => {
    await publish([
      makeEvent(1),
      makeEvent(2, { code: 'rate_limited', status: 429, scope: 'account' }),
      makeEvent(3, { userId: 'user_bob', callerId: 'key_bob', keyId: 'key_bob' }),
      makeEvent(4, { occurredAt: new Date(startMs + 1_000) }),
    ]);
    expect(await listIds()).toEqual(['req_000002', 'req_000004', 'req_000001']);
    expect(await listIds('/api/refusals?code=rate_limited')).toEqual(['req_000002']);
    const from = new Date(startMs + 2_000).toISOString();
    expect(await listIds(`/api/refusals?from=${from}`)).toEqual(['req_000002']);
    expect(await listIds(`/api/refusals?to=${from}`)).toEqual(['req_000004', 'req_000001']);
    const { body } = await audit.get('/api/refusals?limit=2', ada).expect(200);
    const { nextCursor } = body as { nextCursor: string };
    expect(await listIds(`/api/refusals?limit=2&cursor=${nextCursor}`)).toEqual(['req_000001']);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'from=yesterday', 'code=%00'])(
    'refuses the query %s',
    async (query) => {
      await audit.get(`/api/refusals?${query}`, ada).expect(400);
    },
  );

  it('has one row for a refusal that is delivered twice', async () => {
    await audit.publishRefusals([makeEvent(1), makeEvent(1)]);
    await audit.publishRefusals([makeEvent(1, { message: 'Again' }), makeEvent(2)]);
    await waitUntil(async () => (await countRefusals()) === 2, patience);
    const { body } = await audit.get('/api/refusals/req_000001', ada).expect(200);
    expect(body).toMatchObject({ message: 'This key has reached its daily spend limit of $2.' });
  });

  it('loses nothing while the service is stopped', async () => {
    await audit.interrupt();
    try {
      await audit.publishRefusals([makeEvent(1), makeEvent(2)]);
    } finally {
      await audit.resume();
    }
    await waitUntil(async () => (await countRefusals()) === 2, patience);
  });

  it('keeps the newest 1,000 of each caller', async () => {
    const flood = Array.from({ length: 1_500 }, (_, index) => makeEvent(index + 1));
    const other = makeEvent(2_000, { callerId: 'key_2', keyId: 'key_2' });
    await audit.publishRefusals([...flood, other]);
    await waitUntil(async () => {
      const [newest] = await listIds('/api/refusals?limit=1', {
        kind: 'standard_key',
        keyId: 'key_ada',
      });
      return newest === 'req_001500' && (await countRefusals()) === 1_001;
    }, patience);
    await audit.get('/api/refusals/req_000500', ada).expect(404);
    await audit.get('/api/refusals/req_000501', ada).expect(200);
    await audit.get('/api/refusals/req_002000', ada).expect(200);
  });

  it('deletes refusals after seven days', async () => {
    await publish([makeEvent(1), makeEvent(2)]);
    const store = createRefusalStore(audit.sql);
    const clock = { now: () => new Date(startMs + 1_500 + 7 * 86_400_000) };
    const deleteOld = createDeleteOldRows({ store, keptDays: keptDays.refusals, clock });
    expect(await deleteOld()).toBe(1);
    expect(await listIds()).toEqual(['req_000002']);
  });

  it('parks what is not a refusal, and stores those behind it', async () => {
    const payload = RefusalRecorded.encode(makeEvent(1, { scope: 'moon' })).finish();
    await audit.eventLog.publish(topics.refusal, [{ id: 'broken', key: 'key_ada', payload }]);
    await publish([makeEvent(2, { model: 'a\0b' })], 1);
    expect(await listIds()).toEqual(['req_000002']);
    const parked: string[] = [];
    const subscription = await audit.eventLog.subscribe({
      topic: getParkedTopic(topics.refusal),
      group: 'test',
      handle: async (events) => void parked.push(...events.map(({ id }) => id)),
    });
    await waitUntil(async () => parked.length === 1, patience);
    await subscription.stop();
    expect(parked).toEqual(['broken']);
  });
});

describe('access to refusals', () => {
  const orgPath = '/api/orgs/org_01/refusals';
  const found = (number: number): string => `/api/refusals/req_00000${number}`;

  beforeEach(async () => {
    audit.memberships.set('org_01 user_admin', 'org_admin');
    audit.memberships.set('org_01 user_money', 'billing_viewer');
    audit.memberships.set('org_01 user_lead', 'team_admin');
    audit.memberships.set('org_01 user_ada', 'member');
    audit.memberships.set('org_01 user_mia', 'member');
    audit.memberships.set('org_01 user_tom', 'teacher');
    audit.memberships.set('org_02 user_eve', 'org_admin');
    await publish([
      makeEvent(1),
      makeEvent(2, ofOrg),
      // A key of the organization that Ada created; it belongs to no member.
      makeEvent(3, { ...ofOrg, memberId: '', teamId: '', callerId: 'key_ci', keyId: 'key_ci' }),
      makeEvent(4, { ...ofOrg, userId: '', keyId: '', callerId: 'esess_1', teamId: 'team_02' }),
      makeEvent(5, { orgId: 'org_02', memberId: 'mem_9', userId: 'user_eve', callerId: 'key_eve' }),
    ]);
  });

  it('lists own refusals, without those of keys that belong to an organization', async () => {
    expect(await listIds()).toEqual(['req_000002', 'req_000001']);
    const key = { kind: 'standard_key', userId: 'user_ada', keyId: 'key_ci' };
    expect(await listIds('/api/refusals', key)).toEqual(['req_000003']);
    const management = { kind: 'management_key', userId: 'user_ada', keyId: 'key_m' };
    expect(await listIds('/api/refusals', management)).toEqual(['req_000001']);
    const org = { orgId: 'org_01', teamId: '', memberId: '' };
    expect(await listIds('/api/refusals', { ...management, org })).toEqual(['req_000002']);
  });

  it('lists the refusals of an organization for its admins, viewers and team admins', async () => {
    const all = ['req_000004', 'req_000003', 'req_000002'];
    expect(await listIds(orgPath, { ...ada, userId: 'user_admin' })).toEqual(all);
    expect(await listIds(orgPath, { ...ada, userId: 'user_money' })).toEqual(all);
    expect(await listIds(orgPath, { ...ada, userId: 'user_lead' })).toEqual(['req_000002']);
    await audit.get(orgPath, { ...ada, userId: 'user_tom' }).expect(403);
    await audit.get(orgPath, { ...ada, userId: 'user_eve' }).expect(404);
    await audit.get(orgPath, { kind: 'standard_key', userId: 'user_admin' }).expect(401);
    await audit.get(orgPath, { kind: 'operator' }).expect(401);
  });

  it('lists for a member its own refusals in the organization alone', async () => {
    expect(await listIds(orgPath, ada)).toEqual(['req_000002']);
    const management = { kind: 'management_key', userId: 'user_ada', keyId: 'key_m' };
    expect(await listIds(orgPath, management)).toEqual(['req_000002']);
    expect(await listIds(orgPath, { ...ada, userId: 'user_mia' })).toEqual([]);
    await audit.get(found(2), { ...ada, userId: 'user_mia' }).expect(404);
    await audit.get(found(3), ada).expect(404);
  });

  it('shows a billing_viewer no members, as the reports do', async () => {
    const money = { ...ada, userId: 'user_money' };
    const readMember = async (path: string, caller: object) => {
      const { body } = await audit.get(path, caller).expect(200);
      const { items = [body] } = body as { items?: object[] };
      return items.map((item) => {
        const { memberId, teamId, userId } = item as Record<string, string | null>;
        return [userId, memberId, teamId];
      });
    };
    const hidden = [null, null, 'team_01'];
    const shown = ['user_ada', 'mem_ada', 'team_01'];
    expect((await readMember(orgPath, money)).at(-1)).toEqual(hidden);
    expect(await readMember(found(2), money)).toEqual([hidden]);
    const admin = { ...ada, userId: 'user_admin' };
    expect((await readMember(orgPath, admin)).at(-1)).toEqual(shown);
    expect(await readMember(found(2), ada)).toEqual([shown]);
  });

  it('shows a refusal to those who may list it and answers 404 to all others', async () => {
    const as = (userId: string) => ({ ...ada, userId });
    await audit.get(found(2), ada).expect(200);
    await audit.get(found(4), as('user_admin')).expect(200);
    await audit.get(found(2), as('user_lead')).expect(200);
    await audit.get(found(4), as('user_lead')).expect(404);
    await audit.get(found(3), ada).expect(404);
    await audit.get(found(1), as('user_admin')).expect(404);
    await audit.get(found(2), as('user_eve')).expect(404);
    await audit
      .get(found(2), { kind: 'standard_key', userId: 'user_ada', keyId: 'key_x' })
      .expect(404);
    await audit.get('/api/refusals/req_none', ada).expect(404);
    await audit.get('/api/refusals/%00', ada).expect(404);
    await audit.get(found(2), { kind: 'anonymous' }).expect(401);
  });
});
