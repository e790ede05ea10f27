import { KeyEndReason, RefusalRecorded, topics } from '@tollgate/contracts';
import { createEventLog, type EventLog } from '@tollgate/event-log';
import { silentLogger } from '@tollgate/observability';
import { createTestDatabase, waitUntil, type TestDatabase } from '@tollgate/testing';
import { waitForRoomInMinute } from '../support/clock-minute';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';
const patience = { timeoutMs: 30_000 };

let database: TestDatabase<'eventlog'>;
let edge: EdgeUnderTest;
let eventLog: EventLog;
const received: RefusalRecorded[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ schemas: ['eventlog'] });
  const databaseUrl = database.urlOf('eventlog');
  const settings = { adapter: 'postgres', databaseUrl, kafkaBrokers: [] } as const;
  eventLog = createEventLog({ settings, clientId: 'test', logger: silentLogger });
  edge = await startEdge({ config: { eventLog: settings } });
  await eventLog.subscribe({
    topic: topics.refusal,
    group: 'test',
    handle: async (events) => {
      received.push(...events.map(({ payload }) => RefusalRecorded.decode(payload)));
    },
  });
});
afterAll(async () => {
  await edge.stop();
  await eventLog.close();
  await database.drop();
});

const waitForRefusal = (requestId: string): Promise<RefusalRecorded> =>
  waitUntil(async () => received.find((one) => one.requestId === requestId), patience);
const readId = (answer: { readonly headers: Readonly<Record<string, string>> }): string =>
  answer.headers['x-request-id'] ?? '';

describe('requests that the edge refuses', () => {
  it('are recorded for a caller over its rate limit, a few in full and the others as a count', async () => {
    await waitForRoomInMinute();
    edge.auth.addKey('sk-tg-loop', { userId: 'user_loop', keyId: 'key_loop' });
    const ids: string[] = [];
    for (let call = 0; call < 50; call += 1) {
      const answer = await edge.send('post', chat, 'sk-tg-loop').send({});
      if (answer.status === 429) ids.push(readId(answer));
    }
    expect(ids).toHaveLength(30);
    expect(await waitForRefusal(ids[0] ?? '')).toMatchObject({
      callerId: 'key_loop',
      userId: 'user_loop',
      keyId: 'key_loop',
      httpRoute: 'POST /v1/chat/completions',
      status: 429,
      code: 'rate_limited',
      scope: 'account',
      figuresJson: '{"unit":"requests","window":"minute","limit":20,"used":20}',
    });
    await waitForRefusal(ids[19] ?? '');
    expect(received.filter(({ callerId }) => callerId === 'key_loop')).toHaveLength(20);
  });

  it('are recorded for an address that the key does not allow', async () => {
    const changes = { userId: 'user_far', keyId: 'key_far', allowedCidrs: ['192.0.2.0/24'] };
    edge.auth.addKey('sk-tg-far', changes);
    const answer = await edge.send('post', chat, 'sk-tg-far').set('x-real-ip', '203.0.113.9');
    expect(answer.status).toBe(401);
    expect(await waitForRefusal(readId(answer))).toMatchObject({
      code: 'address_not_allowed',
      scope: 'key',
      status: 401,
      callerId: 'key_far',
      message: 'This key may not be used from 203.0.113.9.',
    });
  });

  it('are recorded for a suspended account', async () => {
    edge.auth.addKey('sk-tg-gone', { userId: 'user_gone', keyId: 'key_gone', isSuspended: true });
    const answer = await edge.send('post', chat, 'sk-tg-gone').send({});
    expect(answer.status).toBe(403);
    expect(await waitForRefusal(readId(answer))).toMatchObject({
      code: 'account_suspended',
      scope: 'account',
    });
  });

  it.each([
    [KeyEndReason.KEY_END_REASON_DELETED, 'key_deleted', 'This key was deleted at'],
    [KeyEndReason.KEY_END_REASON_DISABLED, 'key_disabled', 'This key was disabled at'],
    [KeyEndReason.KEY_END_REASON_EXPIRED, 'key_expired', 'This key expired at'],
    [KeyEndReason.KEY_END_REASON_ROTATED, 'key_rotated', 'This secret was replaced'],
  ])('are recorded for a key that has ended (%i %s)', async (reason, code, message) => {
    const secret = `sk-tg-${code}`;
    edge.auth.addKey(secret, { userId: 'user_ended', keyId: code });
    edge.auth.endKey(secret, { reason, endedAtMs: 1_700_000_000_000n });
    const unknown = await edge.send('post', chat, `${secret}-unknown`).send({});
    // The second answer comes from the cache of the edge.
    for (let call = 0; call < 2; call += 1) {
      const answer = await edge.send('post', chat, secret).send({});
      expect([answer.status, answer.body.error]).toEqual([401, unknown.body.error]);
      expect(await waitForRefusal(readId(answer))).toMatchObject({
        code,
        scope: 'key',
        status: 401,
        callerId: code,
        userId: 'user_ended',
        keyId: code,
        message: expect.stringContaining(message),
      });
    }
  });

  it('are recorded for a key that ends while it is cached', async () => {
    const secret = 'sk-tg-ending';
    const expiresAtMs = BigInt(Date.now() + 1_500);
    edge.auth.addKey(secret, { userId: 'user_ended', keyId: 'key_ending', expiresAtMs });
    await edge.send('post', chat, secret).send({}).expect(200);
    const reason = KeyEndReason.KEY_END_REASON_EXPIRED;
    edge.auth.endKey(secret, { reason, endedAtMs: expiresAtMs });
    await waitUntil(() => BigInt(Date.now()) > expiresAtMs, patience);
    const refused = await edge.send('post', chat, secret).send({});
    expect(refused.status).toBe(401);
    expect(await waitForRefusal(readId(refused))).toMatchObject({ code: 'key_expired' });
  });

  it('are not recorded on a public route, where an ended key passes without a caller', async () => {
    edge.auth.addKey('sk-tg-visitor', { userId: 'user_visitor', keyId: 'key_visitor' });
    edge.auth.endKey('sk-tg-visitor', { reason: KeyEndReason.KEY_END_REASON_DELETED });
    await edge.send('get', '/v1/models', 'sk-tg-visitor').expect(200);
    const last = await edge.send('post', chat, 'sk-tg-visitor').send({});
    await waitForRefusal(readId(last));
    expect(received.filter(({ callerId }) => callerId === 'key_visitor')).toHaveLength(1);
  });

  it('are not recorded without a caller, nor for another reason', async () => {
    const before = received.length;
    edge.auth.addKey('sk-tg-fine', { userId: 'user_fine', keyId: 'key_fine' });
    edge.auth.addKey('sk-tg-old', { keyId: 'key_old', expiresAtMs: 1n });
    await edge.send('post', chat, 'sk-tg-none').send({}).expect(401);
    await edge.send('post', chat, 'sk-tg-old').send({}).expect(401);
    await edge.send('get', '/api/account/keys', 'sk-tg-fine').expect(403);
    await edge.send('get', '/v1/none', 'sk-tg-fine').expect(404);
    const last = await edge.send('post', chat, 'sk-tg-gone').send({});
    await waitForRefusal(readId(last));
    expect(received).toHaveLength(before + 1);
  });
});
