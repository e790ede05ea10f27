import { setTimeout as sleep } from 'node:timers/promises';
import { AuditRecorded, topics } from '@tollgate/contracts';
import { createEventLog, type EventLog } from '@tollgate/event-log';
import type { CallerIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import type { Queryable } from '@tollgate/postgres';
import { followEvents, waitUntil, type EventFollower, type FollowOptions } from '@tollgate/testing';
import { createBookStore } from '../src/ledger/book-store';
import type { BookStore } from '../src/ledger/ports';
import type { Generation } from '../src/ledger/usage';
import { formatEventId } from '../src/live/position';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

let billing: BillingUnderTest;
let book: BookStore;
let eventLog: EventLog;
const followers: EventFollower[] = [];

beforeAll(async () => {
  billing = await startBilling({}, { jobIntervalMsMax: 100 });
  book = createBookStore(billing.sql);
  const databaseUrl = billing.eventLogUrl;
  const settings = { adapter: 'postgres', databaseUrl, kafkaBrokers: [] } as const;
  eventLog = createEventLog({ settings, clientId: 'live test', logger: silentLogger });
});
afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.stop()));
});
afterAll(async () => {
  await eventLog.close();
  await billing.stop();
});

type Caller = Partial<CallerIdentity>;

function follow(caller: Caller, path = '/api/live', more: Partial<FollowOptions> = {}) {
  const follower = followEvents({
    getUrl: () => `http://127.0.0.1:${billing.httpPort}${path}`,
    getHeaders: () => billing.sign('get', path, caller),
    isResuming: false,
    ...more,
  });
  followers.push(follower);
  return follower;
}

/** Resolves when the stream has its place: everything that is posted from then on is sent. */
const started = (follower: EventFollower): Promise<unknown> =>
  waitUntil(() => follower.lastEventId() !== undefined, { timeoutMs: 30_000, what: 'the start' });
const received = (follower: EventFollower, name: string, count: number): Promise<unknown> =>
  waitUntil(() => follower.list(name).length >= count, { timeoutMs: 30_000, what: name });
const idsOf = (follower: EventFollower): string[] =>
  follower.list('call').map(({ id }) => id as string);
const nameOf = ({ ulid }: Generation): string => `gen-${ulid}`;

function makeCalls(userId: string, count: number, changes: UsageRecordChanges = {}): Generation[] {
  const own = { walletId: userId, userId, keyId: `key_${userId}`, ...changes };
  return Array.from({ length: count }, () => aGeneration(own));
}

/** Another row without its sums: two postings of one wallet would wait for each other. */
const copyCall = (sql: Queryable, from: string, to: string): Promise<unknown> =>
  sql.query(
    `INSERT INTO generations (ulid, created_at, wallet_id, user_id, key_id, model, outcome,
       cost_nanos, reserved_nanos, prompt_tokens, completion_tokens, record, call_status)
     SELECT $2, created_at, wallet_id, user_id, key_id, model, outcome, cost_nanos,
            reserved_nanos, prompt_tokens, completion_tokens, record, call_status
       FROM generations WHERE ulid = $1`,
    [from, to],
  );

/** The whole frames of a stream that breaks off. */
async function readFrames({ body }: Response): Promise<string[]> {
  let text = '';
  const chunks = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream());
  try {
    for await (const chunk of chunks) text += chunk;
  } catch {
    // The server has closed the connection.
  }
  return text.split('\n\n').slice(0, -1);
}

/**
 * Posts calls and waits until they were streamed: on a slow machine, a stream that begins right
 * after the posting still sends them.
 */
async function postEarlierCalls(caller: Caller, userId: string, count: number): Promise<void> {
  const follower = follow(caller);
  await started(follower);
  await book.postCharges(makeCalls(userId, count));
  await received(follower, 'call', count);
  await follower.stop();
}

describe('GET /api/live', () => {
  it('sends the balance, then every new call as the list of calls has it', async () => {
    const { caller, userId } = aCustomer();
    await postEarlierCalls(caller, userId, 3);
    const follower = follow(caller);
    await received(follower, 'balance', 1);
    const calls = makeCalls(userId, 2);
    await book.postCharges(calls);
    await book.postCharges(makeCalls(aCustomer().userId, 2));
    await received(follower, 'call', 2);
    await received(follower, 'balance', 2);
    const { body } = await billing.send('get', '/api/calls?limit=2', caller);
    expect(follower.list('call').toReversed()).toEqual(body.calls);
    expect(follower.list('balance').map(({ total_usage: usage }) => usage)).toEqual([
      90e-9, 150e-9,
    ]);
    expect(follower.list('balance')[0]).toEqual({
      ...{ total_credits: 0, total_usage: 90e-9, reserved: 0, available: -90e-9 },
      open_holds: { count: 0, amount: 0 },
    });
    expect(follower.headers()?.get('content-type')).toMatch(/^text\/event-stream/);
    expect(follower.headers()?.get('cache-control')).toBe('no-store');
    expect(follower.headers()?.get('x-accel-buffering')).toBe('no');
  });

  it('sends calls without a charge', async () => {
    const { caller, userId } = aCustomer();
    const follower = follow(caller);
    await started(follower);
    const calls = makeCalls(userId, 1, { costNanos: 0n, errorCode: 'upstream', status: 502 });
    await book.postCharges(calls);
    await received(follower, 'call', 1);
    expect(idsOf(follower)).toEqual(calls.map(nameOf));
  });

  it('waits for older transactions, so that none of their calls is passed over', async () => {
    const { caller, userId } = aCustomer();
    const [original] = makeCalls(userId, 1) as [Generation];
    await book.postCharges([original]);
    const [early, late] = [makeUlid(), makeUlid()];
    const follower = follow(caller);
    await started(follower);
    // The original may come too: a transaction of another suite can be older than its posting.
    const copies = () => idsOf(follower).filter((id) => id !== nameOf(original));
    await billing.sql.withTransaction(async (transaction) => {
      await copyCall(transaction, original.ulid, early);
      await copyCall(billing.sql, original.ulid, late);
      await sleep(1_500);
      expect(copies()).toEqual([]);
    });
    await waitUntil(() => copies().length >= 2, { timeoutMs: 30_000, what: 'both copies' });
    expect(copies()).toEqual([`gen-${early}`, `gen-${late}`]);
  });

  it('resumes after any event without leaving out or repeating one', async () => {
    const { caller, userId } = aCustomer();
    const first = follow(caller);
    await started(first);
    const seen: string[] = [];
    let lastEventId = first.lastEventId();
    await first.stop();
    const calls = makeCalls(userId, 40);
    for (let place = 0; place < calls.length; place += 4) {
      await book.postCharges(calls.slice(place, place + 4));
      const follower = follow(caller, '/api/live', { lastEventId });
      await received(follower, 'call', 1);
      await follower.stop();
      seen.push(...idsOf(follower));
      lastEventId = follower.lastEventId();
    }
    const last = follow(caller, '/api/live', { lastEventId });
    await waitUntil(() => seen.length + idsOf(last).length >= 40, { timeoutMs: 30_000 });
    await sleep(1_200);
    expect([...seen, ...idsOf(last)].toSorted()).toEqual(calls.map(nameOf).toSorted());
  });

  it('takes the place to resume from as a parameter, too', async () => {
    const { caller, userId } = aCustomer();
    const first = follow(caller);
    await started(first);
    await first.stop();
    await book.postCharges(makeCalls(userId, 1));
    const second = follow(caller, `/api/live?last_event_id=${first.lastEventId()}&seconds=5`);
    await received(second, 'call', 1);
    await waitUntil(() => !second.isConnected(), { timeoutMs: 30_000, what: 'the end' });
    expect(second.list('call')).toHaveLength(1);
  });

  it.each([
    ['is not an id', () => 'something'],
    ['is older than a day', () => formatEventId({ xid: 5n, key: '' }, Date.now() - 90_000_000)],
    ['is ahead of the book', () => formatEventId({ xid: 2n ** 60n, key: '' }, Date.now())],
  ])('asks to load the calls again when the place %s', async (_name, makeId) => {
    const { caller, userId } = aCustomer();
    await postEarlierCalls(caller, userId, 1);
    const follower = follow(caller, '/api/live', { lastEventId: makeId() });
    await received(follower, 'balance', 1);
    await book.postCharges(makeCalls(userId, 1));
    await received(follower, 'call', 1);
    expect(follower.events.map(({ name }) => name).slice(0, 2)).toEqual(['reset', 'balance']);
    expect(idsOf(follower)).toHaveLength(1);
  });

  it('asks to load the calls again after more than 10,000 missed ones', async () => {
    const { caller, userId } = aCustomer();
    const first = follow(caller);
    await started(first);
    await first.stop();
    for (let batch = 0; batch < 6; batch++) await book.postCharges(makeCalls(userId, 1_700));
    const second = follow(caller, '/api/live', { lastEventId: first.lastEventId() });
    await received(second, 'reset', 1);
    expect(idsOf(second).length).toBeLessThanOrEqual(10_000);
  });

  it('disconnects a client that does not read, which resumes without a gap', async () => {
    const { caller, userId } = aCustomer();
    const url = `http://127.0.0.1:${billing.httpPort}/api/live`;
    const slow = await fetch(url, { headers: billing.sign('get', '/api/live', caller) });
    await sleep(1_000);
    const calls = makeCalls(userId, 3_000, { requestId: 'x'.repeat(4_000) });
    for (let place = 0; place < calls.length; place += 300) {
      await book.postCharges(calls.slice(place, place + 300));
    }
    await sleep(2_000);
    const frames = await readFrames(slow);
    const early = frames.flatMap((frame) => /"id":"(gen-\w+)"/.exec(frame)?.[1] ?? []);
    const last = frames.findLast((frame) => frame.includes('id: ')) ?? '';
    const lastEventId = /id: (\S+)/.exec(last)?.[1];
    const follower = follow(caller, '/api/live', { lastEventId });
    await waitUntil(() => early.length + idsOf(follower).length >= calls.length, {
      timeoutMs: 20_000,
      what: 'the rest',
    });
    expect(early.length).toBeLessThan(calls.length);
    expect([...early, ...idsOf(follower)].toSorted()).toEqual(calls.map(nameOf).toSorted());
  });

  it('refuses the fifth stream of a caller, whatever its credential', async () => {
    const { caller, userId } = aCustomer();
    const key: Caller = { kind: 'standard_key', userId, walletId: userId, keyId: 'key_1' };
    const open = [caller, caller, key, key].map((each) => follow(each));
    await Promise.all(open.map(started));
    const fifth = await billing.send('get', '/api/live', caller);
    expect([fifth.status, fifth.body.error.type]).toEqual([429, 'rate_limit_error']);
    expect(fifth.headers['retry-after']).toBeDefined();
    await open[0]?.stop();
    await waitUntil(
      async () => (await billing.send('get', '/api/live?seconds=1', caller)).status === 200,
      { timeoutMs: 30_000, what: 'a free place' },
    );
  });

  it('answers HEAD without a stream', async () => {
    const { caller } = aCustomer();
    const url = `http://127.0.0.1:${billing.httpPort}/api/live`;
    const headers = billing.sign('HEAD', '/api/live', caller);
    const answer = await fetch(url, { method: 'HEAD', headers });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it.each(['seconds=0', 'seconds=3601', 'seconds=x', `last_event_id=${'x'.repeat(100)}`])(
    'refuses %s',
    async (query) => {
      const { body, status } = await billing.send('get', `/api/live?${query}`, aCustomer().caller);
      expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
    },
  );
});

describe('GET /api/orgs/{orgId}/live', () => {
  const person = (userId: string): Caller => ({ kind: 'session', userId, walletId: userId });
  const aUser = (): string => `user_${makeUlid()}`;

  it('shows what the list of calls shows to the same reader', async () => {
    const orgId = billing.orgs.addOrg();
    const [boss, lead, books] = [aUser(), aUser(), aUser()];
    billing.orgs.addMember(orgId, boss, 'org_admin');
    billing.orgs.addMember(orgId, books, 'billing_viewer');
    billing.orgs.addMember(orgId, lead, 'team_admin', 'team_1');
    const path = `/api/orgs/${orgId}/live`;
    const [all, team] = [follow(person(boss), path), follow(person(lead), path)];
    const money = follow(person(books), path);
    await Promise.all([all, team, money].map(started));
    const inTeam = (teamId: string): Generation =>
      aGeneration({ walletId: orgId, orgId, teamId, memberId: 'mem_1', userId: 'user_1' });
    const calls = [inTeam('team_1'), inTeam('team_2'), inTeam('')];
    await book.postCharges(calls);
    await received(all, 'call', 3);
    expect(all.list('call')[0]).toMatchObject({ member_id: 'mem_1', user_id: 'user_1' });
    await received(money, 'call', 3);
    expect(money.list('call')[0]).toMatchObject({ member_id: null, user_id: null });
    await received(team, 'call', 1);
    expect(idsOf(team)).toEqual([nameOf(calls[0] as Generation)]);
    await received(all, 'balance', 1);
    expect(team.list('balance')).toEqual([]);
  });

  it('shows a member its own calls alone, without the balance', async () => {
    const orgId = billing.orgs.addOrg();
    const [boss, own] = [aUser(), aUser()];
    billing.orgs.addMember(orgId, boss, 'org_admin');
    billing.orgs.addMember(orgId, own, 'member', 'team_1');
    const path = `/api/orgs/${orgId}/live`;
    const [all, member] = [follow(person(boss), path), follow(person(own), path)];
    await Promise.all([all, member].map(started));
    const callOf = (memberId: string): Generation =>
      aGeneration({ walletId: orgId, orgId, teamId: 'team_1', memberId });
    const calls = ['mem_1', '', own.replace('user_', 'mem_')].map(callOf);
    await book.postCharges(calls);
    await received(all, 'call', 3);
    await received(all, 'balance', 1);
    await received(member, 'call', 1);
    expect(idsOf(member)).toEqual([nameOf(calls[2] as Generation)]);
    expect(member.list('balance')).toEqual([]);
  });

  it('refuses teachers and outsiders', async () => {
    const orgId = billing.orgs.addOrg();
    const teacher = aUser();
    billing.orgs.addMember(orgId, teacher, 'teacher');
    const path = `/api/orgs/${orgId}/live`;
    expect((await billing.send('get', path, person(teacher))).status).toBe(403);
    expect((await billing.send('get', path, person(aUser()))).status).toBe(404);
  });

  it('ends when the reader loses its role', async () => {
    const orgId = billing.orgs.addOrg();
    const boss = aUser();
    billing.orgs.addMember(orgId, boss, 'org_admin');
    const follower = follow(person(boss), `/api/orgs/${orgId}/live`);
    await started(follower);
    billing.orgs.addMember(orgId, boss, 'member');
    await waitUntil(() => !follower.isConnected(), { timeoutMs: 25_000, what: 'the end' });
    expect(follower.statuses).toEqual([200]);
  });
});

describe('GET /api/admin/live', () => {
  it('sums the calls of all wallets by the second, and is for operators', async () => {
    const follower = follow({ kind: 'operator' }, '/api/admin/live');
    // The first second may hold calls that were posted before the stream joined.
    await received(follower, 'traffic', 1);
    const earlier = follower.list('traffic').length;
    const count = 7;
    for (let place = 0; place < count; place++) {
      const changes = place === 0 ? { errorCode: 'upstream', status: 502 } : {};
      await book.postCharges(makeCalls(aCustomer().userId, 1, changes));
    }
    const sum = (field: string): number =>
      follower
        .list('traffic')
        .slice(earlier)
        .reduce((total, traffic) => total + (traffic[field] as number), 0);
    await waitUntil(() => sum('requests') >= count, { timeoutMs: 30_000, what: 'the traffic' });
    await sleep(1_200);
    expect([sum('requests'), sum('errors')]).toEqual([count, 1]);
    expect(sum('spend')).toBeCloseTo(count * 30e-9, 12);
    expect(follower.list('call')).toEqual([]);
    expect((await billing.send('get', '/api/admin/live', aCustomer().caller)).status).toBe(403);
  });
});

describe('a tripped breaker', () => {
  const trip = (scope: string, scopeId: string, orgId: string) => {
    const id = `aud_${makeUlid()}`;
    const after = { window: 'hour', limitUsd: 2, spentUsd: 2.5, resetsAt: new Date(0) };
    const payload = AuditRecorded.encode(
      AuditRecorded.fromPartial({
        ...{ id, occurredAt: new Date(), action: `${scope}.cb.tripped`, orgId },
        actor: { type: 'system', id: 'relay' },
        target: { type: scope, id: scopeId },
        afterJson: JSON.stringify(after),
      }),
    ).finish();
    return { id, key: scopeId, payload };
  };

  it('reaches the streams of its account and of operators once', async () => {
    const { caller, userId } = aCustomer();
    const streams = [
      follow(caller),
      follow(aCustomer().caller),
      follow({ kind: 'operator' }, '/api/admin/live'),
    ] as const;
    await Promise.all(streams.map(started));
    const event = trip('user', userId, '');
    await eventLog.publish(topics.audit, [event, trip('user', 'user_other', '')]);
    await eventLog.publish(topics.audit, [event]);
    await received(streams[0], 'breaker', 1);
    await received(streams[2], 'breaker', 2);
    await sleep(1_200);
    expect(streams[0].list('breaker')).toEqual([
      {
        ...{ id: event.id, at: expect.any(String), scope: 'user', scope_id: userId },
        ...{ window: 'hour', limit: 2, spent: 2.5, resets_at: '1970-01-01T00:00:00.000Z' },
      },
    ]);
    expect(streams.map((stream) => stream.list('breaker').length)).toEqual([1, 0, 2]);
  });

  it('of a member is not shown to a billing_viewer', async () => {
    const orgId = billing.orgs.addOrg();
    const [boss, books] = [`user_${makeUlid()}`, `user_${makeUlid()}`];
    billing.orgs.addMember(orgId, boss, 'org_admin');
    billing.orgs.addMember(orgId, books, 'billing_viewer');
    const open = (userId: string) =>
      follow({ kind: 'session', userId, walletId: userId }, `/api/orgs/${orgId}/live`);
    const [all, money] = [open(boss), open(books)];
    await Promise.all([all, money].map(started));
    const trips = [trip('member', 'mem_1', orgId), trip('org', orgId, orgId)];
    await eventLog.publish(topics.audit, trips);
    await received(all, 'breaker', 2);
    await received(money, 'breaker', 1);
    expect(money.list('breaker')).toMatchObject([{ scope: 'org' }]);
  });
});
