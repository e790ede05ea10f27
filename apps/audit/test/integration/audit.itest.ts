import { type AuditRecorded, topics } from '@tollgate/contracts';
import { getParkedTopic } from '@tollgate/event-log';
import { waitUntil } from '@tollgate/testing';
import { createEntryStore } from '../../src/store/entry-store';
import { keptDays } from '../../src/domain/retention';
import { createDeleteOldRows } from '../../src/use-cases/delete-old-rows';
import { startAudit, type AuditUnderTest } from '../support/start-audit';

const path = '/api/admin/audit-log';
const patience = { timeoutMs: 30_000 };

let audit: AuditUnderTest;

beforeAll(async () => {
  audit = await startAudit();
});
afterEach(() => audit.sql.query('TRUNCATE audit_entries'));
afterAll(() => audit.stop());

function makeEvent(number: number, part: Partial<AuditRecorded> = {}): AuditRecorded {
  return {
    id: `aud_${String(number).padStart(4, '0')}`,
    occurredAt: new Date(Date.UTC(2026, 10, 14, 9, 0, number)),
    action: 'key.create',
    actor: { type: 'user', id: 'user_01', email: 'Ada@example.com', keyId: '' },
    target: { type: 'key', id: `key_${number}` },
    beforeJson: '',
    afterJson: '{"label":"first","limit":null}',
    ip: '203.0.113.9',
    orgId: '',
    requestId: 'req_01',
    ...part,
  };
}

async function record(...events: AuditRecorded[]): Promise<void> {
  const before = await audit.countEntries();
  await audit.publish(events);
  await waitUntil(async () => (await audit.countEntries()) === before + events.length, patience);
}

async function listIds(query: string): Promise<string[]> {
  const { body } = await audit.get(`${path}?${query}`).expect(200);
  return (body as { items: { id: string }[] }).items.map(({ id }) => id);
}

describe('the audit log', () => {
  it('shows an entry in full', async () => {
    await record(makeEvent(1, { beforeJson: '{"label":"zero"}' }));
    const { body, headers } = await audit.get(path).expect(200);
    const entry = {
      id: 'aud_0001',
      action: 'key.create',
      actor: { type: 'user', id: 'user_01', email: 'Ada@example.com' },
      target: { type: 'key', id: 'key_1' },
      before: { label: 'zero' },
      after: { label: 'first', limit: null },
      ip: '203.0.113.9',
      createdAt: '2026-11-14T09:00:01.000Z',
    };
    expect(body).toEqual({ items: [entry], nextCursor: null });
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('names the key that acted for a user', async () => {
    const actor = { type: 'user', id: 'user_01', email: 'ada@example.com', keyId: 'key_09' };
    await record(makeEvent(1, { actor }));
    const { body } = await audit.get(path).expect(200);
    expect(body.items[0].actor).toEqual(actor);
  });

  it('shows null where there is nothing to show', async () => {
    const actor = { type: 'operator', id: '', email: '', keyId: '' };
    await record(makeEvent(1, { actor, target: undefined, afterJson: '', ip: '' }));
    const { body } = await audit.get(path).expect(200);
    expect(body.items[0]).toMatchObject({
      actor: { type: 'operator', id: null, email: null },
      target: { type: null, id: null },
      before: null,
      after: null,
      ip: null,
    });
  });

  it('keeps one entry of an event that is delivered twice', async () => {
    await record(makeEvent(1));
    await audit.publish([makeEvent(1), makeEvent(1)]);
    await record(makeEvent(2));
    expect(await listIds('')).toEqual(['aud_0002', 'aud_0001']);
  });

  it('lists the newest first, page by page, without gap or repetition', async () => {
    const sameTime = new Date(Date.UTC(2026, 10, 14));
    const events = Array.from({ length: 25 }, (_, index) =>
      makeEvent(index, index < 10 ? { occurredAt: sameTime } : {}),
    );
    await record(...events);
    const seen: string[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null && pages < 10) {
      const suffix: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await audit.get(`${path}?limit=7${suffix}`).expect(200);
      const page = body as { items: { id: string }[]; nextCursor: string | null };
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      pages += 1;
    }
    expect(pages).toBe(4);
    expect(seen).toEqual(events.map(({ id }) => id).reverse());
  });

  it('returns 50 entries by default, and at most 200', async () => {
    await record(...Array.from({ length: 210 }, (_, index) => makeEvent(index)));
    expect(await listIds('')).toHaveLength(50);
    expect(await listIds('limit=200')).toHaveLength(200);
  });

  it('filters by action, by actor and by time', async () => {
    const bob = { type: 'operator', id: 'user_02', email: 'bob@example.com', keyId: '' };
    await record(
      makeEvent(1),
      makeEvent(2, { action: 'key.delete' }),
      makeEvent(3, { actor: bob }),
      makeEvent(4, { actor: bob, action: 'key.delete' }),
    );
    expect(await listIds('action=key.delete')).toEqual(['aud_0004', 'aud_0002']);
    expect(await listIds('actor=user_02')).toEqual(['aud_0004', 'aud_0003']);
    expect(await listIds('actor=ADA@example.com')).toEqual(['aud_0002', 'aud_0001']);
    expect(await listIds('actor=user_02&action=key.delete')).toEqual(['aud_0004']);
    expect(await listIds('from=2026-11-14T09:00:03Z')).toEqual(['aud_0004', 'aud_0003']);
    expect(await listIds('to=2026-11-14T10:00:03%2B01:00')).toEqual(['aud_0002', 'aud_0001']);
    expect(await listIds('from=2026-11-14&to=2026-11-15')).toHaveLength(4);
    expect(await listIds('action=%25')).toEqual([]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=a', 'limit'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    ['cursor=bogus', 'cursor'],
    ['action=', 'action'],
    ['action=a&action=b', 'action'],
    ['actor=a%00b', 'actor'],
  ])('refuses %s and names the field', async (query, param) => {
    const { body } = await audit.get(`${path}?${query}`).expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('is for operators only', async () => {
    for (const kind of ['session', 'standard_key', 'management_key'] as const) {
      await audit.get(path, { kind, userId: 'user_01' }).expect(403);
    }
    await audit.get(path, { kind: 'anonymous' }).expect(401);
    await audit.getUnsigned(path).expect(401);
  });

  it('parks what it cannot read and keeps what comes after', async () => {
    const parked: string[] = [];
    await audit.eventLog.subscribe({
      topic: getParkedTopic(topics.audit),
      group: 'test',
      handle: async (events) => {
        parked.push(...events.map(({ id }) => id));
      },
    });
    const garbage = { id: 'garbage', key: 'key_1', payload: Buffer.from('not an event') };
    await audit.eventLog.publish(topics.audit, [garbage]);
    await record(makeEvent(1), makeEvent(2, { afterJson: '{"text":"a\\u0000b"}' }));
    await waitUntil(() => parked.length > 0, patience);
    expect(parked).toEqual(['garbage']);
    expect(await listIds('')).toEqual(['aud_0002', 'aud_0001']);
  });

  it('forgets entries after 400 days', async () => {
    await record(
      makeEvent(1, { occurredAt: new Date('2025-10-11T11:59:59Z') }),
      makeEvent(2, { occurredAt: new Date('2025-10-11T12:00:01Z') }),
    );
    const clock = { now: () => new Date('2026-11-15T12:00:00Z') };
    const store = createEntryStore(audit.sql);
    expect(await createDeleteOldRows({ store, keptDays: keptDays.entries, clock })()).toBe(1);
    expect(await listIds('')).toEqual(['aud_0002']);
  });
});

describe('the internal port', () => {
  it('serves health, readiness and metrics', async () => {
    await audit.getInternal('/healthz').expect(200);
    const { body } = await audit.getInternal('/readyz').expect(200);
    expect(body).toMatchObject({ status: 'ready', checks: { database: 'ok', eventLog: 'ok' } });
    const metrics = await audit.getInternal('/metrics').expect(200);
    expect(metrics.text).toContain('service="audit"');
  });
});
