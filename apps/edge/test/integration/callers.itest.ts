import { CallerKind } from '@tollgate/contracts';
import { hashSecret } from '@tollgate/ids';
import { measureWork, waitUntil } from '@tollgate/testing';
import { adminToken, nextAdminToken, startEdge, type EdgeUnderTest } from '../support/start-edge';

const unauthenticated = {
  error: { message: 'Invalid or missing API key', type: 'authentication_error', code: 401 },
};
const chat = '/v1/chat/completions';

describe('access to routes', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());
  beforeEach(async () => {
    for (const service of Object.values(edge.inner)) service.seen.splice(0);
    edge.auth.questions.splice(0);
    edge.auth.beforeAnswer = async () => undefined;
    await edge.redis.flushall();
  });

  let counter = 0;
  function addKey(caller: Parameters<EdgeUnderTest['auth']['addKey']>[1] = {}): string {
    const secret = `sk-tg-key${++counter}`;
    edge.auth.addKey(secret, { userId: `user_${counter}`, ...caller });
    return secret;
  }
  async function getStatus(secret: string): Promise<number> {
    return (await edge.send('post', chat, secret).send({})).status;
  }

  it('asks auth once about a key in use', async () => {
    const key = addKey();
    const statuses = await Promise.all(Array.from({ length: 8 }, () => getStatus(key)));
    statuses.push(await getStatus(key));
    expect(statuses).toEqual(Array(9).fill(200));
    expect(edge.auth.questions).toEqual([hashSecret(key)]);
  });

  it('answers every bad credential with the same bytes', async () => {
    const cidr = addKey({ allowedCidrs: ['203.0.113.9'] });
    const expired = addKey({ expiresAtMs: 1n });
    const answers = await Promise.all([
      edge.send('post', chat),
      edge.send('post', chat, 'sk-tg-unknown'),
      edge.send('post', chat, cidr),
      edge.send('post', chat, expired),
      edge.send('post', chat).set('authorization', 'Basic dTpw'),
      edge.send('post', chat).set('authorization', "Bearer ' OR 1=1--"),
      edge.send('post', chat).set('authorization', `Bearer ${'x'.repeat(15_000)}`),
      edge.send('post', chat).set('authorization', 'Bearer \u00ff\u00fe'),
      edge.send('post', `${chat}?key=${addKey()}`),
      edge.send('post', chat).set('cookie', 'tollgate_session=token'),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([401, JSON.stringify(unauthenticated)]);
    }
    expect(edge.inner.relay.seen).toEqual([]);
  });

  it('refuses two Authorization headers, even two good ones', async () => {
    const key = addKey();
    const response = await fetch(edge.baseUrl + chat, {
      method: 'POST',
      headers: [
        ['authorization', `Bearer ${key}`],
        ['Authorization', `Bearer ${key}`],
      ],
    });
    expect(response.status).toBe(401);
  });

  it('forgets a key at once when auth says that it changed', async () => {
    const key = addKey();
    expect(await getStatus(key)).toBe(200);
    edge.auth.remove(key);
    await edge.invalidate({ keyHash: hashSecret(key) });
    expect(await getStatus(key)).toBe(401);
    edge.auth.addKey(key);
    await edge.invalidate({ keyHash: hashSecret(key) });
    expect(await getStatus(key)).toBe(200);
  });

  it('never remembers an answer that auth gave before a change', async () => {
    const key = addKey();
    let letAnswer = (): void => undefined;
    edge.auth.beforeAnswer = () => new Promise((resolve) => (letAnswer = resolve));
    const early = getStatus(key);
    await waitUntil(() => edge.auth.questions.length === 1, { timeoutMs: 30_000 });
    edge.auth.remove(key);
    await edge.invalidate({ keyHash: hashSecret(key) });
    edge.auth.beforeAnswer = async () => undefined;
    letAnswer();
    expect(await early).toBe(200);
    expect(await getStatus(key)).toBe(401);
  });

  it('notices within about a second that a message was lost', async () => {
    const key = addKey();
    await getStatus(key);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await getStatus(key)).toBe(200);
    edge.auth.remove(key);
    await edge.redis.incr('tollgate:auth:version');
    // Without the poll the key would work until its entry expires after 15 seconds.
    await waitUntil(async () => (await getStatus(key)) === 401, { timeoutMs: 6_000, pollMs: 50 });
  });

  it('forgets a suspended user under all credentials', async () => {
    const first = addKey({ userId: 'user_s' });
    const second = addKey({ userId: 'user_s' });
    expect([await getStatus(first), await getStatus(second)]).toEqual([200, 200]);
    edge.auth.addKey(first, { userId: 'user_s', isSuspended: true });
    edge.auth.addKey(second, { userId: 'user_s', isSuspended: true });
    await edge.invalidate({ userId: 'user_s' });
    const answer = await edge.send('post', chat, first);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      error: { message: 'This account is suspended', type: 'permission_error', code: 403 },
    });
    expect(await getStatus(second)).toBe(403);
  });

  it('keeps management keys off model routes, and lets them read their own data', async () => {
    const key = addKey({ kind: CallerKind.CALLER_KIND_MANAGEMENT_KEY });
    const answer = await edge.send('post', chat, key);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { type: 'permission_error', code: 403 } });
    for (const path of ['/v1/key', '/v1/auth/key', '/v1/credits', '/v1/generation?id=gen-1']) {
      expect((await edge.send('get', path, key)).status).toBe(200);
    }
    expect(edge.inner.billing.seen[0]?.identity.kind).toBe('management_key');
  });

  it('explains to holders of an institution key how to use it', async () => {
    const answer = await edge.send('post', chat, 'sk-edu-whatever');
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      error: {
        message: 'Institution keys must be exchanged for a session at /api/edu/request-code',
        type: 'permission_error',
        code: 403,
      },
    });
    expect(edge.auth.questions).toEqual([]);
  });

  it('checks the address list against the address that a trusted proxy names', async () => {
    const key = addKey({ allowedCidrs: ['203.0.113.0/24', '2001:db8::1'] });
    const from = async (address: string): Promise<number> =>
      (await edge.send('post', chat, key).set('x-real-ip', address)).status;
    expect(await from('203.0.113.77')).toBe(200);
    expect(await from('::ffff:203.0.113.77')).toBe(200);
    expect(await from('2001:DB8::1')).toBe(200);
    expect(await from('203.0.114.1')).toBe(401);
    expect(await from('nonsense')).toBe(401);
    expect(edge.inner.relay.seen[0]?.identity.clientIp).toBe('203.0.113.77');
  });

  it('passes the cap of a key on', async () => {
    const key = addKey({ limitNanos: 5n, limitPeriod: 'weekly' });
    const lifetime = addKey({ limitNanos: 6n });
    await getStatus(key);
    await getStatus(lifetime);
    expect(edge.inner.relay.seen.map(({ identity }) => identity.limit)).toEqual([
      { nanos: 5n, period: 'weekly' },
      { nanos: 6n, period: 'total' },
    ]);
  });

  it('lets sessions use site routes, and sees their cookie only there', async () => {
    edge.auth.addSession('token', { userId: 'user_site' });
    const cookie = 'a=b; tollgate_session=token';
    expect((await edge.send('get', '/api/account').set('cookie', cookie)).status).toBe(200);
    expect((await edge.send('get', '/api/auth/session').set('cookie', cookie)).status).toBe(200);
    expect((await edge.send('get', '/v1/key').set('cookie', cookie)).status).toBe(401);
    expect((await edge.send('get', '/api/account')).status).toBe(401);
    const [account, session] = edge.inner.auth.seen;
    expect(account?.identity).toMatchObject({
      kind: 'session',
      userId: 'user_site',
      sessionId: 'sess_1',
    });
    expect(account?.headers.cookie).toBeUndefined();
    expect(session?.headers.cookie).toBe(cookie);
  });

  it('lets a header beat a cookie, a bad one too', async () => {
    edge.auth.addSession('token');
    const send = (secret: string) =>
      edge.send('get', '/api/account', secret).set('cookie', 'tollgate_session=token');
    expect((await send('sk-tg-unknown')).status).toBe(401);
    expect((await send(addKey())).status).toBe(403);
  });

  it('refuses writes that another site makes with a visitor’s cookie', async () => {
    edge.auth.addSession('token');
    const write = (headers: Record<string, string>) =>
      edge
        .send('post', '/api/account/keys')
        .set({ cookie: 'tollgate_session=token', ...headers })
        .send({});
    expect((await write({})).status).toBe(200);
    expect((await write({ origin: 'http://127.0.0.1:8080' })).status).toBe(200);
    expect((await write({ origin: 'https://app.example' })).status).toBe(200);
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const read = edge
      .send('get', '/api/account/keys')
      .set({ cookie: 'tollgate_session=token', origin: 'https://evil.example' });
    expect((await read).status).toBe(200);
  });

  it.each([
    '/api/auth/login',
    '/api/auth/login/code',
    '/api/auth/signup',
    '/api/auth/verify-email',
    '/api/auth/verify-email/resend',
    '/api/auth/password/forgot',
    '/api/auth/password/reset',
  ])('refuses a POST %s that another site makes, with or without a cookie', async (path) => {
    const post = (headers: Record<string, string>) => edge.send('post', path).set(headers).send({});
    expect((await post({})).status).toBe(200);
    expect((await post({ origin: 'http://127.0.0.1:8080' })).status).toBe(200);
    expect((await post({ origin: 'https://app.example' })).status).toBe(200);
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ origin: 'null' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('refuses a body on the site that is not JSON', async () => {
    edge.auth.addSession('token');
    const cookie = 'tollgate_session=token';
    for (const path of ['/api/auth/login', '/api/account/keys', '/api/edu/verify']) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const answer = await edge
          .send('post', path)
          .set({ cookie, 'content-type': type })
          .send('{}');
        expect([path, type, answer.status]).toEqual([path, type, 400]);
        expect(answer.body).toMatchObject({ error: { code: 'invalid_content_type' } });
      }
    }
  });

  it('ends a session for this edge at once', async () => {
    edge.auth.addSession('ended');
    const ask = () => edge.send('get', '/api/account').set('cookie', 'tollgate_session=ended');
    expect((await ask()).status).toBe(200);
    edge.auth.remove('ended');
    await edge.invalidate({ sessionHash: hashSecret('ended') });
    expect((await ask()).status).toBe(401);
  });

  it('lets an operator token in where its scopes reach, until it is revoked', async () => {
    const secret = 'sk-tg-op-one';
    edge.auth.addKey(secret, {
      kind: CallerKind.CALLER_KIND_OPERATOR_TOKEN,
      userId: 'operator-token:one',
      keyId: 'optok_1',
      operatorScopes: ['money', 'unknown'],
    });
    const ask = async (method: 'get' | 'put' | 'post' | 'delete', path: string) =>
      (await edge.send(method, path, secret)).status;
    expect(await ask('get', '/api/admin/brake')).toBe(200);
    expect(await ask('put', '/api/admin/brake')).toBe(200);
    expect(edge.inner.billing.seen.at(-1)?.identity).toMatchObject({
      kind: 'operator',
      userId: 'operator-token:one',
      keyId: 'optok_1',
    });
    expect(await ask('get', '/api/admin/users')).toBe(403);
    expect(await ask('post', '/api/admin/models')).toBe(403);
    expect(await ask('post', '/api/admin/orgs')).toBe(403);
    expect(await ask('get', '/api/admin/tokens')).toBe(403);
    expect(await ask('post', '/v1/chat/completions')).toBe(403);
    expect(await ask('get', '/api/account')).toBe(403);
    edge.auth.remove(secret);
    await edge.invalidate({ keyHash: hashSecret(secret) });
    expect(await ask('get', '/api/admin/brake')).toBe(401);
  });

  it('admits both admin tokens while one replaces the other', async () => {
    const ask = async (token: string) => (await edge.send('get', '/api/admin/brake', token)).status;
    expect(await Promise.all([adminToken, nextAdminToken].map(ask))).toEqual([200, 200]);
    expect(await ask(`${nextAdminToken}x`)).toBe(401);
  });

  it('admits only the admin token and operators to /api/admin', async () => {
    edge.auth.addSession('operator', { userId: 'user_op', isOperator: true });
    edge.auth.addSession('person', { userId: 'user_p' });
    const ask = (secret?: string, token?: string) => {
      const sent = edge.send('get', '/api/admin/audit-log', secret);
      return token === undefined ? sent : sent.set('cookie', `tollgate_session=${token}`);
    };
    expect((await ask(adminToken)).status).toBe(200);
    expect((await ask(undefined, 'operator')).status).toBe(200);
    expect((await ask(undefined, 'person')).status).toBe(403);
    expect((await ask(addKey())).status).toBe(403);
    expect((await ask(`${adminToken}x`)).status).toBe(401);
    expect((await ask()).status).toBe(401);
    expect((await edge.send('post', chat, adminToken)).status).toBe(401);
    expect(edge.inner.audit.seen.map(({ identity }) => [identity.kind, identity.userId])).toEqual([
      ['operator', ''],
      ['operator', 'user_op'],
    ]);
    await edge.send('get', '/api/account').set('cookie', 'tollgate_session=operator');
    expect(edge.inner.auth.seen[0]?.identity.kind).toBe('session');
  });

  it('serves cached keys while auth is away, and answers 503 to others', async () => {
    const known = addKey();
    const unknown = addKey();
    const waitUntilServed = (timeoutMs: number): Promise<boolean> =>
      waitUntil(async () => (await getStatus(known)) === 200, { timeoutMs });
    const isServedWithoutAuth = async (): Promise<boolean> => {
      await waitUntilServed(30_000);
      await edge.auth.part.stop?.();
      // After a standstill of many seconds an edge answers 503 until Redis has answered again.
      return waitUntilServed(10_000).catch(() => false);
    };
    // An entry of the cache ends after 15 s: a machine that stands still for so long needs auth.
    for (let round = 1; !(await isServedWithoutAuth()); round++) {
      expect(round).toBeLessThan(3);
      await edge.auth.restart();
    }
    const answer = await edge.send('post', chat, unknown);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body).toMatchObject({ error: { type: 'overloaded_error', code: 503 } });
    await edge.auth.restart();
    await waitUntil(async () => (await getStatus(unknown)) === 200, { timeoutMs: 30_000 });
  });

  it('says 503 and not 401 when auth itself fails, and does not wait for ever', async () => {
    const key = addKey();
    edge.auth.beforeAnswer = () => Promise.reject(new TypeError('broken'));
    expect(await getStatus(key)).toBe(503);
    let letAnswer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (letAnswer = resolve));
    edge.auth.beforeAnswer = () => answered;
    const { ms, result } = await measureWork(() => getStatus(key));
    letAnswer();
    expect(result).toBe(503);
    // The question is repeated once when the process stood still.
    expect(ms).toBeLessThan(15_000);
  });

  it('lets an address guess only so fast', async () => {
    // An address has 300 tries, and gets 50 more per second.
    const guesses = 1_500;
    const startedAtMs = Date.now();
    const statuses: number[] = [];
    let unanswered = 0;
    const left = Array.from({ length: guesses }, (_, index) => `sk-tg-guess${index}`).values();
    const guess = async (): Promise<void> => {
      for (const secret of left) {
        let status = await getStatus(secret);
        // A machine that stands still answers 503 for a while: a client would try again, too.
        for (; status === 503 && unanswered < guesses; status = await getStatus(secret)) {
          unanswered += 1;
        }
        statuses.push(status);
      }
    };
    // Fewer at once than wait in the backlog of a server (511): the system resets the rest when
    // the machine stands still.
    await Promise.all(Array.from({ length: 300 }, guess));
    const count = (wanted: number): number => statuses.filter((is) => is === wanted).length;
    expect(count(401) + count(429)).toBe(guesses);
    const secondsMax = (Date.now() - startedAtMs) / 1_000 + 1;
    expect(count(401)).toBeLessThanOrEqual(300 + 50 * secondsMax);
    expect(edge.auth.questions.length).toBeGreaterThanOrEqual(count(401));
    expect(edge.auth.questions.length).toBeLessThanOrEqual(count(401) + unanswered);
    const other = await edge.send('post', chat, 'sk-tg-elsewhere').set('x-real-ip', '198.51.100.1');
    expect(other.status).toBe(401);
  });
});

describe('without a trusted proxy', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge({ trustedProxies: [] });
    edge.auth.addKey('sk-tg-listed', { allowedCidrs: ['203.0.113.9'] });
  });
  afterAll(() => edge.stop());

  it.each(['x-real-ip', 'x-forwarded-for', 'forwarded', 'cf-connecting-ip', 'true-client-ip'])(
    'believes no %s',
    async (header) => {
      const answer = await edge.send('post', chat, 'sk-tg-listed').set(header, '203.0.113.9');
      expect(answer.status).toBe(401);
    },
  );
});
