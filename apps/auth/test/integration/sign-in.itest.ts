import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { measureWork } from '@tollgate/testing';
import { password, signUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

describe('signing up and in', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.stop());

  function findSession(token: string): Promise<unknown> {
    const call = auth.rpc.authenticateSession.bind(auth.rpc);
    return callUnary(call, { tokenHash: hashSecret(token) }, { deadlineMs: 20_000 });
  }

  it('makes an account, sets the cookie and keeps neither password nor token', async () => {
    const answer = await auth
      .send('post', '/api/auth/signup')
      .send({ email: 'Ada@Example.com', password, name: 'Ada', role: 'operator', id: 'user_x' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      user: {
        id: expect.stringMatching(/^user_[0-9A-Z]{26}$/),
        email: 'ada@example.com',
        name: 'Ada',
        role: 'user',
        emailVerified: false,
        suspended: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    });
    const [cookie] = answer.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^tollgate_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const { rows } = await auth.sql.query<{ dump: string }>(
      `SELECT string_agg(u::text || s::text, ' ') AS dump
       FROM users u JOIN sessions s ON s.user_id = u.id`,
    );
    expect(rows[0]?.dump).not.toContain(password);
    expect(rows[0]?.dump).not.toContain(cookie?.slice(17, 60));
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('gives other services the contact of a user, or not_found', async () => {
    const { email, userId } = await signUp(auth);
    const call = auth.rpc.getContact.bind(auth.rpc);
    const find = (id: string) => callUnary(call, { userId: id }, { deadlineMs: 20_000 });
    expect(await find(userId)).toEqual({ email, name: '', isSuspended: false });
    await auth.sql.query('UPDATE users SET suspended_at = now() WHERE id = $1', [userId]);
    expect(await find(userId)).toEqual({ email, name: '', isSuspended: true });
    for (const unknown of ['user_01J9ZZZZZZZZZZZZZZZZZZZZZZ', '', "' OR 1=1 --"]) {
      await expect(find(unknown)).rejects.toMatchObject({ reason: 'not_found', status: 404 });
    }
  });

  it('refuses an address that has an account, whatever its case', async () => {
    const { email } = await signUp(auth);
    const answer = await auth
      .send('post', '/api/auth/signup')
      .send({ email: email.toUpperCase(), password });
    expect(answer.status).toBe(409);
    expect(answer.headers['x-should-retry']).toBe('false');
  });

  it('lets only one of two parallel sign-ups with one address through', async () => {
    const body = { email: 'twin@example.com', password };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => auth.send('post', '/api/auth/signup').send(body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    [{}, 'missing_required_field', 'email'],
    [{ email: 'a@example.com' }, 'missing_required_field', 'password'],
    [{ email: 'a@example.com', password: 'short' }, 'unsupported_param', 'password'],
    [{ email: 'a@example.com', password: 'x'.repeat(129) }, 'unsupported_param', 'password'],
    [{ email: 'nobody', password }, 400, 'email'],
    [{ email: 7, password }, 400, 'email'],
  ])('refuses %j', async (body, code, param) => {
    const answer = await auth.send('post', '/api/auth/signup').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code, param } });
  });

  it('logs in with the right password, and answers every wrong one the same', async () => {
    const { email, userId } = await signUp(auth);
    const right = await auth.send('post', '/api/auth/login').send({ email, password });
    expect(right.status).toBe(200);
    expect(right.body).toMatchObject({ user: { id: userId } });
    expect(right.headers['set-cookie']?.[0]).toMatch(/^tollgate_session=/);

    const wrong = await auth.send('post', '/api/auth/login').send({ email, password: 'x' });
    const unknown = await auth
      .send('post', '/api/auth/login')
      .send({ email: 'nobody@example.com', password: 'x' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text).toBe(unknown.text);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('does not count right passwords against an address', async () => {
    const { email } = await signUp(auth);
    for (let attempt = 0; attempt < 12; attempt++) {
      const answer = await auth.send('post', '/api/auth/login').send({ email, password });
      expect(answer.status).toBe(200);
    }
  });

  it('shows the session, and ends it for every edge on logout', async () => {
    const { caller, token, userId, email } = await signUp(auth);
    const shown = await auth.send('get', '/api/auth/session', caller);
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({
      user: { id: userId, email },
      session: { id: caller.sessionId },
    });
    expect(shown.headers['set-cookie']).toBeUndefined();
    await expect(findSession(token)).resolves.toMatchObject({
      caller: { userId, sessionId: caller.sessionId, isOperator: false },
    });

    const left = await auth.send('post', '/api/auth/logout', caller);
    expect(left.status).toBe(204);
    expect(left.headers['set-cookie']?.[0]).toContain('tollgate_session=; Path=/; Max-Age=0');
    await expect(findSession(token)).rejects.toMatchObject({ reason: 'unauthenticated' });
    expect((await auth.send('get', '/api/auth/session', caller)).status).toBe(401);
    expect((await auth.send('post', '/api/auth/logout', caller)).status).toBe(204);
  });

  it('prolongs a session once a day, with its cookie, but never beyond ninety days', async () => {
    const { caller, token } = await signUp(auth);
    await auth.sql.query(
      `UPDATE sessions SET created_at = now() - interval '70 days',
         renewed_at = now() - interval '25 hours', expires_at = now() + interval '5 days'
       WHERE id = $1`,
      [caller.sessionId],
    );
    const found = (await findSession(token)) as { caller: { expiresAtMs: bigint } };
    const days = (Number(found.caller.expiresAtMs) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(19.9);
    expect(days).toBeLessThan(20.1);

    const shown = await auth
      .send('get', '/api/auth/session', caller)
      .set('cookie', `tollgate_session=${token}`);
    expect(shown.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^tollgate_session=${token}; Path=/; Max-Age=172[78]\\d{3}; HttpOnly`),
    );
  });

  it('refuses a session that is over', async () => {
    const { caller, token } = await signUp(auth);
    await auth.sql.query(`UPDATE sessions SET expires_at = now() WHERE id = $1`, [
      caller.sessionId,
    ]);
    await expect(findSession(token)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  it('marks suspended users and operators for the edge, and refuses suspended logins', async () => {
    const { token, userId, email } = await signUp(auth);
    await auth.sql.query(`UPDATE users SET suspended_at = now(), role = 'operator' WHERE id = $1`, [
      userId,
    ]);
    await expect(findSession(token)).resolves.toMatchObject({
      caller: { isSuspended: true, isOperator: true },
    });
    const answer = await auth.send('post', '/api/auth/login').send({ email, password });
    expect(answer.status).toBe(403);
  });

  it('refuses requests without an identity of the edge', async () => {
    expect((await auth.sendUnsigned('/api/auth/session')).status).toBe(401);
    expect((await auth.send('get', '/api/auth/session')).status).toBe(401);
    const key = { kind: 'standard_key', userId: 'user_1', keyId: 'key_1' } as const;
    expect((await auth.send('get', '/api/account', key)).status).toBe(401);
  });

  it('shows the account with its credits', async () => {
    const { caller, userId, email } = await signUp(auth);
    auth.billing.balances.set(userId, 42_500_000_000n);
    const answer = await auth.send('get', '/api/account', caller);
    expect(answer.body).toEqual({
      user: expect.objectContaining({ id: userId, email, role: 'user' }),
      credits: { balance: 42.5, totalCredits: 44, totalUsage: 1.5, reserved: 0 },
      freeTier: false,
      organizations: [],
      locale: null,
      freeFallback: true,
    });
  });
});

describe('limits per address and a site with TLS', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth({
      signUpsPerIpHour: 2,
      logInsPerIp15Min: 3,
      siteUrl: 'https://tollgate.example',
    });
  });
  afterAll(() => auth.stop());

  it('lets two sign-ups an hour through from one address', async () => {
    const attempt = (index: number, clientIp: string) =>
      auth
        .send('post', '/api/auth/signup', { clientIp })
        .send({ email: `limited${index}@example.com`, password });
    const first = await attempt(1, '192.0.2.1');
    expect(first.headers['set-cookie']?.[0]).toMatch(/^__Host-tollgate_session=.*; Secure$/);
    expect((await attempt(2, '192.0.2.1')).status).toBe(201);
    const third = await attempt(3, '192.0.2.1');
    expect(third.status).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(third.headers['x-should-retry']).toBe('false');
    expect((await attempt(3, '192.0.2.2')).status).toBe(201);
  });

  it('takes the addresses of one IPv6 network for one', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const answer = await auth
        .send('post', '/api/auth/login', { clientIp: `2001:db8:7:7::${attempt}` })
        .send({ email: `six${attempt}@example.com`, password });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('lets three logins in a quarter of an hour through from one address', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const answer = await auth
        .send('post', '/api/auth/login', { clientIp: '192.0.2.3' })
        .send({ email: `any${attempt}@example.com`, password });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('refuses to let people guess while Redis is away, without hanging', async () => {
    await auth.redis.kill();
    const { ms, result: answer } = await measureWork(() =>
      auth.send('post', '/api/auth/login').send({ email: 'limited1@example.com', password }),
    );
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    // A command that waits for the connection waits until Redis is back.
    expect(ms).toBeLessThan(10_000);
    await auth.redis.restartEmpty();
  });
});
