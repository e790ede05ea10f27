import express, { type Express } from 'express';
import request, { type Test } from 'supertest';
import { AppError } from '@tollgate/errors';
import { createErrorHandler } from '@tollgate/http';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase, waitUntil, type TestDatabase } from '@tollgate/testing';
import { answerOnce, type Answer } from './answer-once';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store';

const tableSql = `
CREATE TABLE idempotency_keys (
  account text NOT NULL, route text NOT NULL, key text NOT NULL, body_hash text NOT NULL,
  ulid text NOT NULL, status integer, body text,
  created_at timestamptz NOT NULL DEFAULT now(), claimed_at timestamptz DEFAULT now(),
  PRIMARY KEY (account, route, key))`;

describe('an Idempotency-Key', () => {
  let testDatabase: TestDatabase<'shop'>;
  let database: Database;
  let store: IdempotencyStore;
  let app: Express;
  let runs: { body: object; ulid: string }[] = [];
  let work: (body: Record<string, unknown>, ulid: string) => Promise<Answer>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase({ schemas: ['shop'] });
    database = createDatabase({
      url: testDatabase.urlOf('shop'),
      name: 'test',
      logger: silentLogger,
    });
    await database.query(tableSql);
    store = createIdempotencyStore(database);
    app = express();
    app.post('/things{/:id}', (httpRequest, response) =>
      answerOnce({
        store,
        request: httpRequest,
        response,
        account: httpRequest.get('x-account') ?? 'user_1',
        run: (body, ulid) => {
          runs.push({ body, ulid });
          return work(body, ulid);
        },
      }),
    );
    app.use(createErrorHandler({ logger: silentLogger }));
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });
  beforeEach(() => {
    runs = [];
    work = async (body, ulid) => ({ status: 201, body: { id: ulid, ...body } });
  });

  const post = (key: string | undefined, body: object, path = '/things'): Test => {
    const test = request(app).post(path);
    return (key === undefined ? test : test.set('Idempotency-Key', key)).send(body);
  };
  const age = (key: string, column: 'created_at' | 'claimed_at', interval: string) =>
    database.query(`UPDATE idempotency_keys SET ${column} = now() - $2::interval WHERE key = $1`, [
      key,
      interval,
    ]);

  it('that is absent leaves every call alone', async () => {
    const [first, second] = [await post(undefined, { a: 1 }), await post(undefined, { a: 1 })];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(runs).toHaveLength(2);
  });

  it('makes a second call answer byte for byte like the first', async () => {
    const first = await post('same', { b: 1, a: [2] });
    const second = await post('same', { b: 1, a: [2] });
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(runs).toHaveLength(1);
  });

  it('counts per account and route', async () => {
    await post('scoped', { a: 1 });
    await post('scoped', { a: 1 }, '/things/7');
    await post('scoped', { a: 1 }).set('x-account', 'user_2');
    expect(runs).toHaveLength(3);
  });

  it('with another body is a conflict that no client repeats', async () => {
    await post('bodies', { a: 1 });
    const answer = await post('bodies', { a: 2 });
    expect(answer.status).toBe(409);
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(runs).toHaveLength(1);
  });

  it('lets exactly one of twenty parallel calls do the work', async () => {
    let answered = 0;
    work = async (_body, ulid) => {
      // Until all others were answered, however slow the machine is.
      await waitUntil(() => answered === 19, { timeoutMs: 30_000, what: 'the others' });
      return { status: 201, body: { id: ulid } };
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await post('parallel', { a: 1 });
        answered += 1;
        return answer;
      }),
    );
    expect(runs).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others).toHaveLength(19);
    for (const { status, headers } of others) {
      expect([status, headers['retry-after']]).toEqual([409, '1']);
    }
    expect((await post('parallel', { a: 1 })).headers['idempotent-replayed']).toBe('true');
  });

  it('of a refused call is free again, for any body', async () => {
    work = () => Promise.reject(new AppError('not_found'));
    expect((await post('refused', { a: 1 })).status).toBe(404);
    work = async () => ({ status: 200, body: {} });
    expect((await post('refused', { a: 2 })).status).toBe(200);
  });

  it('of a failed call runs again under its first name', async () => {
    work = () => Promise.reject(new Error('reply lost'));
    expect((await post('failed', { a: 1 })).status).toBe(500);
    work = async (_body, ulid) => ({ status: 201, body: { id: ulid } });
    expect((await post('failed', { a: 2 })).status).toBe(409);
    expect((await post('failed', { a: 1 })).status).toBe(201);
    expect(runs[1]?.ulid).toBe(runs[0]?.ulid);
  });

  it('of a process that died is taken over under its first name, once', async () => {
    let isStuck = false;
    work = () => {
      isStuck = true;
      return new Promise(() => undefined);
    };
    const stuck = post('dead', { a: 1 }).timeout(500);
    stuck.catch(() => undefined);
    stuck.end(() => undefined);
    await waitUntil(() => isStuck, { timeoutMs: 30_000 });
    work = async (_body, ulid) => ({ status: 201, body: { id: ulid } });
    expect((await post('dead', { a: 1 })).status).toBe(409);
    await age('dead', 'claimed_at', '61 seconds');
    expect((await post('dead', { a: 1 })).status).toBe(201);
    expect(runs[1]?.ulid).toBe(runs[0]?.ulid);
  });

  it('is forgotten after 24 hours', async () => {
    const first = await post('old', { a: 1 });
    await age('old', 'created_at', '25 hours');
    const second = await post('old', { a: 2 });
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    await age('old', 'created_at', '25 hours');
    expect(await store.deleteOld(10)).toBe(1);
  });

  it('does not store a secret that is shown once', async () => {
    work = async () => ({ status: 201, body: { key: 'sk-1' }, keptBody: { key: null } });
    expect((await post('secret', {})).body).toEqual({ key: 'sk-1' });
    expect((await post('secret', {})).body).toEqual({ key: null });
    const { rows } = await database.query<{ body: string }>(
      "SELECT body FROM idempotency_keys WHERE key = 'secret'",
    );
    expect(rows[0]?.body).not.toContain('sk-1');
  });

  it.each(['', 'x'.repeat(129), 'tab\there'])('%j is refused', async (key) => {
    const answer = await post(key, {});
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ param: 'Idempotency-Key' });
  });
});
