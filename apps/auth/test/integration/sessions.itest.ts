import { createRedis } from '@tollgate/redis';
import { silentLogger } from '@tollgate/observability';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { password, signUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

interface ListedSession {
  readonly id: string;
  readonly createdAt: string;
  readonly userAgent: string;
  readonly current: boolean;
}

describe('the sessions of a person', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.stop());

  type Caller = Awaited<ReturnType<typeof signUp>>['caller'];
  const list = async (caller: Caller, query = ''): Promise<readonly ListedSession[]> => {
    const answer = await auth.send('get', `/api/auth/sessions${query}`, caller);
    expect(answer.status).toBe(200);
    return (answer.body as { sessions: ListedSession[] }).sessions;
  };
  const logIn = (email: string, userAgent: string, clientIp = '198.51.100.7') =>
    auth
      .send('post', '/api/auth/login', { clientIp })
      .set('user-agent', userAgent)
      .send({ email, password });
  const end = (caller: Caller, id: string) =>
    auth.send('delete', `/api/auth/sessions/${id}`, caller);

  it('are listed newest first, with their origin, and without those that ended', async () => {
    const { caller, email } = await signUp(auth);
    await logIn(email, `Phone/1 ${'x'.repeat(300)}`);
    await auth.sql.query(
      `UPDATE sessions SET renewed_at = created_at + interval '1 day' WHERE id = $1`,
      [caller.sessionId],
    );
    const answer = await auth.send('get', '/api/auth/sessions', caller);
    expect(answer.body).toEqual({
      sessions: [
        {
          id: expect.stringMatching(/^sess_[0-9A-Z]{26}$/),
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          expiresAt: expect.any(String),
          userAgent: `Phone/1 ${'x'.repeat(192)}`,
          ip: '198.51.100.7',
          current: false,
        },
        {
          id: caller.sessionId,
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
          lastRenewedAt: expect.any(String),
          userAgent: expect.any(String),
          ip: '203.0.113.9',
          current: true,
        },
      ],
    });
    await auth.sql.query(`UPDATE sessions SET expires_at = now() WHERE user_agent LIKE 'Phone%'`);
    expect(await list(caller)).toHaveLength(1);
  });

  it('come in pages', async () => {
    const { caller, email } = await signUp(auth);
    for (const name of ['first', 'second', 'third']) await logIn(email, name);
    const names = async (query: string) =>
      (await list(caller, query)).map(({ userAgent }) => userAgent);
    expect(await names('?limit=2')).toEqual(['third', 'second']);
    expect(await names('?limit=1&offset=2')).toEqual(['first']);
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?limit=x', '?limit=1&limit=2']) {
      expect((await auth.send('get', `/api/auth/sessions${query}`, caller)).status).toBe(400);
    }
  });

  it('can be ended one by one, on every edge at once', async () => {
    const { caller, email } = await signUp(auth);
    const other = await logIn(email, 'other');
    const token = /tollgate_session=([^;]+)/.exec(other.headers['set-cookie']?.[0] ?? '')?.[1];
    const id = (await list(caller))[0]?.id ?? '';
    const redis = createRedis({ url: auth.redis.url, name: 'test', logger: silentLogger });
    await redis.connect();
    const messages: string[] = [];
    redis.on('message', (_channel, text) => messages.push(text));
    await redis.subscribe('tollgate:auth:invalidate');

    const answer = await end(caller, id);
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const hash = hashSecret(token ?? '');
    await waitUntil(() => messages.some((text) => text.includes(`"sessionHash":"${hash}"`)), {
      timeoutMs: 30_000,
      what: 'the invalidation',
    });
    redis.disconnect();
    const find = auth.rpc.authenticateSession.bind(auth.rpc);
    await expect(
      callUnary(find, { tokenHash: hash }, { deadlineMs: 20_000 }),
    ).rejects.toMatchObject({ reason: 'unauthenticated' });
    expect((await list(caller)).map((session) => session.id)).toEqual([caller.sessionId]);
  });

  it('take the cookie along when the one in use is ended', async () => {
    const { caller } = await signUp(auth);
    const answer = await end(caller, caller.sessionId ?? '');
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']?.[0]).toContain('tollgate_session=; Path=/; Max-Age=0');
  });

  it('of others are not found', async () => {
    const [ada, eve] = [await signUp(auth), await signUp(auth)];
    const [gone] = [await signUp(auth)];
    const bodies = new Set<string>();
    for (const id of [
      ada.caller.sessionId ?? '',
      'sess_01J9ZZZZZZZZZZZZZZZZZZZZZZ',
      'x',
      '%00',
      "'%20OR%201=1--",
    ]) {
      const answer = await end(eve.caller, id);
      expect(answer.status).toBe(404);
      bodies.add(answer.text);
    }
    await end(gone.caller, gone.caller.sessionId ?? '');
    const twice = await end(gone.caller, gone.caller.sessionId ?? '');
    expect(twice.status).toBe(404);
    bodies.add(twice.text);
    expect(bodies.size).toBe(1);
    expect(await list(ada.caller)).toHaveLength(1);
  });
});

describe('sessions behind TLS', () => {
  it('have a cookie that only this host can set, and that the logout clears', async () => {
    const auth = await startAuth({ siteUrl: 'https://tollgate.example' });
    try {
      const email = 'tls@example.com';
      const signedUp = await auth.send('post', '/api/auth/signup').send({ email, password });
      const loggedIn = await auth.send('post', '/api/auth/login').send({ email, password });
      for (const answer of [signedUp, loggedIn]) {
        const [name, ...attributes] = (answer.headers['set-cookie']?.[0] ?? '').split('; ');
        expect(name).toMatch(/^__Host-tollgate_session=[\w-]{43}$/);
        expect(attributes).toEqual([
          'Path=/',
          'Max-Age=2592000',
          'HttpOnly',
          'SameSite=Lax',
          'Secure',
        ]);
      }
      const { id: userId } = (signedUp.body as { user: { id: string } }).user;
      const { rows } = await auth.sql.query<{ id: string }>('SELECT id FROM sessions LIMIT 1');
      const caller = { kind: 'session', userId, sessionId: rows[0]?.id ?? '' } as const;
      const left = await auth.send('post', '/api/auth/logout', caller);
      expect(left.headers['set-cookie']?.[0]).toBe(
        '__Host-tollgate_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      );
    } finally {
      await auth.stop();
    }
  });
});
