import type { AuditRecorded } from '@tollgate/contracts';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { createKey, password, signUp, type SignedUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

interface ListedUsers {
  readonly items: readonly { readonly id: string; readonly email: string }[];
  readonly nextCursor: string | null;
}

const byToken = { kind: 'operator' } as const;
const reason = 'chargebacks';

describe('users as operators look after them', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.stop());

  const act = (method: 'get' | 'post' | 'patch', path: string, caller = {}) =>
    auth.send(method, `/api/admin/users${path}`, { ...byToken, ...caller });
  const list = async (query: string): Promise<ListedUsers> => {
    const answer = await act('get', query);
    expect(answer.status).toBe(200);
    return answer.body as ListedUsers;
  };
  const asOperator = ({ caller }: SignedUp) => ({ ...caller, kind: 'operator' }) as const;
  const entriesOf = (userId: string): readonly AuditRecorded[] =>
    auth.auditEvents.filter(
      ({ action, target }) => action.startsWith('admin.user') && target?.id === userId,
    );
  const findSession = (token: string) => {
    const call = auth.rpc.authenticateSession.bind(auth.rpc);
    return callUnary(call, { tokenHash: hashSecret(token) }, { deadlineMs: 20_000 });
  };
  async function makeOperator(): Promise<SignedUp> {
    const person = await signUp(auth);
    const answer = await act('patch', `/${person.userId}`).send({ role: 'operator' });
    expect(answer.status).toBe(200);
    return person;
  }
  /** Of those the tests before made, none is left. */
  async function dismissAll(): Promise<void> {
    await auth.sql.query(`UPDATE users SET role = 'user'`);
  }

  it('are refused to everyone but operators', async () => {
    const person = await signUp(auth);
    for (const caller of [person.caller, { kind: 'anonymous' } as const]) {
      expect((await act('get', '', caller)).status).toBe(403);
      expect((await act('get', `/${person.userId}`, caller)).status).toBe(403);
      const patched = await act('patch', `/${person.userId}`, caller).send({ role: 'operator' });
      expect(patched.status).toBe(403);
      const suspended = await act('post', `/${person.userId}/suspend`, caller).send({ reason });
      expect(suspended.status).toBe(403);
    }
  });

  it('are listed newest first, in pages', async () => {
    const people = [await signUp(auth), await signUp(auth), await signUp(auth)].reverse();
    const first = await list('?limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(people.slice(0, 2).map((one) => one.userId));
    expect(first.nextCursor).toBe(people[1]?.userId);
    const rest = await list(`?limit=200&cursor=${first.nextCursor}`);
    expect(rest.items[0]?.id).toBe(people[2]?.userId);
    expect(rest.nextCursor).toBeNull();
    for (const query of ['?limit=201', '?limit=0', '?cursor=x', '?role=king', '?suspended=maybe']) {
      expect((await act('get', query)).status).toBe(400);
    }
  });

  it('are found by address, its beginning, role and suspension', async () => {
    const emails = ['find_me@one.example', 'findxme@one.example', 'find_me@one.example.org'];
    for (const email of emails)
      await auth.send('post', '/api/auth/signup').send({ email, password });
    const find = async (query: string) => (await list(query)).items.map(({ email }) => email);
    expect(await find('?email=Find_me@one.example')).toEqual(['find_me@one.example']);
    expect(await find('?email=find_me@')).toEqual([emails[2], emails[0]]);
    expect(await find('?email=find')).toHaveLength(3);
    expect(await find('?email=%25')).toEqual([]);
    expect(await find('?email=nobody@one.example')).toEqual([]);

    const { items } = await list('?email=findxme');
    const id = items[0]?.id ?? '';
    await act('post', `/${id}/suspend`).send({ reason });
    expect(await find('?suspended=true&email=find')).toEqual(['findxme@one.example']);
    expect(await find('?suspended=false&email=find')).toHaveLength(2);
    const operator = await makeOperator();
    expect(await find('?role=operator')).toContain(operator.email);
    expect(await find('?role=operator&email=find')).toEqual([]);
  });

  it('are shown with credit, keys and sessions', async () => {
    const person = await signUp(auth);
    await createKey(auth, person);
    auth.billing.balances.set(person.userId, 42_500_000_000n);
    const answer = await act('get', `/${person.userId}`);
    expect(answer.body).toEqual({
      id: person.userId,
      email: person.email,
      name: null,
      role: 'user',
      emailVerified: false,
      suspended: false,
      createdAt: expect.any(String),
      suspendedAt: null,
      suspendedReason: null,
      locale: null,
      freeFallback: true,
      deletedAt: null,
      credits: { balance: 42.5, totalCredits: 44, totalUsage: 1.5, reserved: 0 },
      keyCount: 1,
      sessionCount: 1,
    });
    for (const id of ['user_01J9ZZZZZZZZZZZZZZZZZZZZZZ', 'x', '%00']) {
      expect((await act('get', `/${id}`)).status).toBe(404);
      expect((await act('patch', `/${id}`).send({})).status).toBe(404);
      expect((await act('post', `/${id}/unsuspend`)).status).toBe(404);
    }
  });

  it('are changed with an audit entry that has actor, before and after', async () => {
    const [operator, person] = [await makeOperator(), await signUp(auth)];
    const answer = await act('patch', `/${person.userId}`, asOperator(operator)).send({
      name: 'Grace',
      emailVerified: true,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: person.userId, name: 'Grace', emailVerified: true });
    const entry = await waitUntil(() => entriesOf(person.userId)[0], {
      timeoutMs: 30_000,
      what: 'the audit entry',
    });
    expect(entry).toMatchObject({
      action: 'admin.user.update',
      actor: { type: 'operator', id: operator.userId, email: operator.email },
    });
    expect(JSON.parse(entry.beforeJson)).toMatchObject({ name: null, emailVerified: false });
    expect(JSON.parse(entry.afterJson)).toMatchObject({ name: 'Grace', emailVerified: true });
  });

  it.each([
    [{ balance: 5 }],
    [{ name: 'Eve', suspended: true }],
    [{ role: 'king' }],
    [{ role: null }],
    [{ emailVerified: 'yes' }],
    [{ name: 'a\u0000' }],
  ])('are not changed by %j', async (body) => {
    const person = await signUp(auth);
    expect((await act('patch', `/${person.userId}`).send(body)).status).toBe(400);
    expect((await act('get', `/${person.userId}`)).body).toMatchObject({
      name: null,
      role: 'user',
    });
  });

  it('keep an operator: the last one and the own role cannot be removed', async () => {
    await dismissAll();
    const [first, second] = [await makeOperator(), await makeOperator()];
    const demote = (who: SignedUp, by: SignedUp) =>
      act('patch', `/${who.userId}`, asOperator(by)).send({ role: 'user' });
    expect((await demote(first, first)).status).toBe(400);
    const suspendSelf = await act('post', `/${first.userId}/suspend`, asOperator(first));
    expect(suspendSelf.status).toBe(400);
    expect((await demote(second, first)).status).toBe(200);
    // Second's identity is still signed for some seconds: the last one stays all the same.
    expect((await demote(first, second)).status).toBe(400);
    const left = await auth.send('delete', '/api/account', first.caller).send({ password });
    expect(left.status).toBe(400);
    expect((await act('patch', `/${first.userId}`).send({ role: 'user' })).status).toBe(200);
  });

  /** A machine that stands still answers 503 before anything is changed; a client tries again. */
  async function answerOf<Answer extends { status: number }>(
    send: () => PromiseLike<Answer>,
  ): Promise<Answer> {
    let answer = await send();
    for (let tries = 1; answer.status === 503 && tries < 5; tries++) answer = await send();
    return answer;
  }

  it('keep one operator when two take each other’s role at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await dismissAll();
      const [first, second] = [await makeOperator(), await makeOperator()];
      const demote = () =>
        act('patch', `/${first.userId}`, asOperator(second)).send({ role: 'user' });
      const suspend = () =>
        act('post', `/${second.userId}/suspend`, asOperator(first)).send({ reason });
      const answers = await Promise.all([answerOf(demote), answerOf(suspend)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('are suspended and unsuspended, with the reason for operators only', async () => {
    const person = await signUp(auth);
    const suspended = await act('post', `/${person.userId}/suspend`).send({ reason });
    expect(suspended.status).toBe(200);
    expect(suspended.body).toMatchObject({
      id: person.userId,
      suspended: true,
      suspendedAt: expect.any(String),
      suspendedReason: reason,
    });
    await expect(findSession(person.token)).resolves.toMatchObject({
      caller: { isSuspended: true },
    });
    expect((await auth.send('get', '/api/account', person.caller)).text).not.toContain(reason);
    const again = await act('post', `/${person.userId}/suspend`).send({ reason });
    expect(again.body).toEqual(suspended.body);

    const back = await act('post', `/${person.userId}/unsuspend`);
    expect(back.body).toMatchObject({ suspended: false, suspendedAt: null, suspendedReason: null });
    expect((await act('post', `/${person.userId}/unsuspend`).send({})).status).toBe(200);
    await expect(findSession(person.token)).resolves.toMatchObject({
      caller: { isSuspended: false },
    });
    await waitUntil(() => entriesOf(person.userId).length >= 2, {
      timeoutMs: 30_000,
      what: 'the audit entries',
    });
    // What changed nothing is not recorded.
    expect(entriesOf(person.userId).map(({ action }) => action)).toEqual([
      'admin.user.suspend',
      'admin.user.unsuspend',
    ]);
    expect(JSON.parse(entriesOf(person.userId)[0]?.afterJson ?? '')).toMatchObject({
      suspended: true,
      suspendedReason: reason,
    });
    expect(entriesOf(person.userId)[0]?.actor).toMatchObject({
      type: 'operator',
      id: 'admin-token',
    });
  });

  it.each([[{}], [{ reason: '' }], [{ reason: 7 }], [{ reason, until: 'x' }]])(
    'are not suspended by %j',
    async (body) => {
      const person = await signUp(auth);
      expect((await act('post', `/${person.userId}/suspend`).send(body)).status).toBe(400);
    },
  );

  it('are suspended once for one Idempotency-Key', async () => {
    const person = await signUp(auth);
    const suspend = (body: object) =>
      act('post', `/${person.userId}/suspend`).set('idempotency-key', 'k1').send(body);
    const first = await suspend({ reason });
    await act('post', `/${person.userId}/unsuspend`);
    const replay = await suspend({ reason });
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.text).toBe(first.text);
    expect((await act('get', `/${person.userId}`)).body).toMatchObject({ suspended: false });
    expect((await suspend({ reason: 'another' })).status).toBe(409);
  });

  it('cannot be changed after they have left', async () => {
    const person = await signUp(auth);
    await auth.send('delete', '/api/account', person.caller).send({ password });
    expect((await act('patch', `/${person.userId}`).send({ name: 'x' })).status).toBe(409);
    expect((await act('post', `/${person.userId}/suspend`).send({ reason })).status).toBe(409);
    const shown = await act('get', `/${person.userId}`);
    expect(shown.body).toMatchObject({
      email: `deleted:${person.userId}`,
      name: null,
      deletedAt: expect.any(String),
      keyCount: 0,
      sessionCount: 0,
    });
  });

  it('are counted for other services', async () => {
    const call = auth.rpc.countUsers.bind(auth.rpc);
    const count = () => callUnary(call, {}, { deadlineMs: 20_000 });
    const before = await count();
    const [fresh, old, gone] = [await signUp(auth), await signUp(auth), await signUp(auth)];
    await act('patch', `/${fresh.userId}`).send({ emailVerified: true });
    await act('post', `/${old.userId}/suspend`).send({ reason });
    await auth.sql.query(
      `UPDATE users SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [old.userId],
    );
    await auth.send('delete', '/api/account', gone.caller).send({ password });
    expect(await count()).toEqual({
      total: before.total + 2n,
      suspended: before.suspended + 1n,
      verified: before.verified + 1n,
      createdLastDay: before.createdLastDay + 1n,
    });
  });
});
