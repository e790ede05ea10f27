import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { findTraces } from '../test/support/find-traces';
import { getSharedGateway } from '../test/support/gateway';
import { listMails, waitForMailedToken } from '../test/support/mails';

const gateway = getSharedGateway();
/** Far below the 15 seconds after which an edge would forget by itself. */
const atOnceMs = 2_000;

const post = (path: string, body: object, cookie?: string): Promise<ApiAnswer> =>
  gateway.call(path, { body, ...(cookie !== undefined && { cookie }) });
const readAccount = (cookie: string) => gateway.call('/api/account', { cookie });
const logIn = (email: string, password: string, userAgent = 'e2e') =>
  gateway.call('/api/auth/login', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  });
const getCookie = (answer: ApiAnswer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const waitForStatus = (probe: () => Promise<ApiAnswer>, status: number, what: string) =>
  waitUntil(async () => (await probe()).status === status, { timeoutMs: atOnceMs, what });
const waitForEntry = (action: string, userId: string): Promise<Json> =>
  waitUntil(
    async () => {
      const log = await gateway.operate(`/api/admin/audit-log?action=${action}&limit=200`);
      return log.items.find((entry: Json) => entry.target.id === userId);
    },
    { timeoutMs: 30_000, what: `${action} in the audit log` },
  );

describe('the mail address of an account', () => {
  it('is confirmed by the token that was mailed, once', async () => {
    const { cookie, email, userId } = await openAccount(gateway, { isVerified: false });
    expect((await readAccount(cookie)).json.user.emailVerified).toBe(false);
    const token = await waitForMailedToken(gateway, email, 'verify-email');
    const lines = listMails(gateway, email)[0]?.text.split('\n');
    expect(lines).toContain(`${gateway.credentials().siteUrl}/verify-email?token=${token}`);
    expect(lines).toContain(token);

    expect((await post('/api/auth/verify-email', { token })).status).toBe(204);
    expect((await readAccount(cookie)).json.user.emailVerified).toBe(true);
    expect((await post('/api/auth/verify-email', { token })).status).toBe(400);
    const entry = await waitForEntry('user.email.verify', userId);
    expect(entry).toMatchObject({
      actor: { type: 'user', id: userId, email },
      before: { emailVerified: false },
      after: { emailVerified: true, role: 'user' },
    });
  });

  it('is the only place where the token is', async () => {
    const { email } = await openAccount(gateway, { isVerified: false });
    const token = await waitForMailedToken(gateway, email, 'verify-email');
    expect(await findTraces(gateway, token)).toEqual({
      files: [expect.stringMatching(/^mail\/[0-9A-Z]{26}\.json$/)],
      redisKeys: [],
      tables: [],
    });
  });
});

describe('a forgotten password', () => {
  it('is replaced with the mailed token, and every session ends at once', async () => {
    const account = await openAccount(gateway);
    const other = getCookie(await logIn(account.email, account.password));
    expect((await readAccount(other)).status).toBe(200);
    const asked = await post('/api/auth/password/forgot', { email: account.email });
    expect(asked.status).toBe(202);
    const token = await waitForMailedToken(gateway, account.email, 'reset-password');

    const password = 'a password of today';
    expect((await post('/api/auth/password/reset', { token, password })).status).toBe(204);
    for (const cookie of [account.cookie, other]) {
      await waitForStatus(() => readAccount(cookie), 401, 'the end of the sessions');
    }
    expect((await logIn(account.email, account.password)).status).toBe(401);
    const back = await logIn(account.email, password);
    expect(back.json.user).toMatchObject({ id: account.userId, emailVerified: true });
    // Keys are not sessions: they stay valid.
    expect((await chat(gateway, { bearer: account.key })).status).toBe(200);
    expect((await post('/api/auth/password/reset', { token, password })).status).toBe(400);
    await waitForEntry('user.password.reset', account.userId);
  });

  it('gets the same answer to a reset request whether it has an account or not', async () => {
    const { email } = await openAccount(gateway);
    const [known, unknown] = await Promise.all([
      post('/api/auth/password/forgot', { email }),
      post('/api/auth/password/forgot', { email: 'nobody-at-all@example.com' }),
    ]);
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(unknown.text).toBe(known.text);
    await waitForMailedToken(gateway, email, 'reset-password');
    expect(listMails(gateway, 'nobody-at-all@example.com')).toEqual([]);
  });
});

describe('the sessions of a person', () => {
  it('are listed, and end at once when they are revoked', async () => {
    const account = await openAccount(gateway);
    const phone = getCookie(await logIn(account.email, account.password, 'Phone/1.0'));
    expect((await readAccount(phone)).status).toBe(200);
    const listed = await gateway.call('/api/auth/sessions', { cookie: account.cookie });
    expect(listed.status).toBe(200);
    expect(listed.headers.get('cache-control')).toBe('private, no-store');
    const [newest, oldest, ...rest] = listed.json.sessions;
    expect(rest).toEqual([]);
    expect(newest).toMatchObject({ userAgent: 'Phone/1.0', ip: '127.0.0.1', current: false });
    expect(oldest.current).toBe(true);

    const revoke = (id: string, cookie: string) =>
      gateway.call(`/api/auth/sessions/${id}`, { method: 'DELETE', cookie });
    const stranger = await openAccount(gateway);
    const foreign = await revoke(newest.id, stranger.cookie);
    const unknown = await revoke('sess_01J9ZZZZZZZZZZZZZZZZZZZZZZ', stranger.cookie);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(unknown.text);
    expect((await readAccount(phone)).status).toBe(200);

    expect((await revoke(newest.id, account.cookie)).status).toBe(204);
    await waitForStatus(() => readAccount(phone), 401, 'the end of the session');
    expect((await readAccount(account.cookie)).status).toBe(200);
  });

  it('are not ended by a page of another origin', async () => {
    const account = await openAccount(gateway);
    const { json } = await gateway.call('/api/auth/sessions', { cookie: account.cookie });
    const answer = await gateway.call(`/api/auth/sessions/${json.sessions[0].id}`, {
      method: 'DELETE',
      cookie: account.cookie,
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });
});

describe('an account', () => {
  it('takes names, a language and the free fallback, and no privileges', async () => {
    const { cookie } = await openAccount(gateway, { creditUsd: 5, isVerified: false });
    const patch = (body: object) => gateway.call('/api/account', { method: 'PATCH', cookie, body });
    const changed = await patch({ name: 'Grace', locale: 'de', freeFallback: false });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({
      user: { name: 'Grace', role: 'user', emailVerified: false },
      credits: { balance: 5 },
      organizations: [],
      locale: 'de',
      freeFallback: false,
    });
    const greedy = await patch({
      ...{ role: 'operator', emailVerified: true, balance: 100, credits: { balance: 100 } },
      user: { role: 'operator' },
    });
    expect(greedy.json).toEqual(changed.json);
    expect((await gateway.call('/api/admin/users', { cookie })).status).toBe(403);
    expect((await patch({ name: 7 })).status).toBe(400);
  });

  it('is deleted with its keys and sessions at once; its address is free, its book stays', async () => {
    const account = await openAccount(gateway, { creditUsd: 20 });
    const { key } = await createKey(gateway, account.cookie, { name: 'second' });
    const other = getCookie(await logIn(account.email, account.password));
    for (const bearer of [account.key, key]) {
      expect((await chat(gateway, { bearer })).status).toBe(200);
    }
    const remove = (password: string) =>
      gateway.call('/api/account', {
        method: 'DELETE',
        cookie: account.cookie,
        body: { password },
      });
    expect((await remove('not the password')).status).toBe(403);
    expect((await remove(account.password)).status).toBe(202);
    for (const bearer of [account.key, key]) {
      await waitForStatus(() => gateway.call('/v1/key', { bearer }), 401, 'the end of the keys');
    }
    for (const cookie of [account.cookie, other]) {
      await waitForStatus(() => readAccount(cookie), 401, 'the end of the sessions');
    }
    expect((await logIn(account.email, account.password)).status).toBe(401);

    const shown = await gateway.operate(`/api/admin/users/${account.userId}`);
    expect(shown).toMatchObject({ name: null, keyCount: 0, sessionCount: 0 });
    expect(shown.email).not.toContain('@');
    expect(shown.credits.totalCredits).toBe(20);
    const entry = await waitForEntry('user.delete', account.userId);
    expect(entry.after).toMatchObject({ deleted: true, keysRevoked: 2, sessionsEnded: 2 });

    const again = await post('/api/auth/signup', {
      email: account.email,
      password: account.password,
    });
    expect(again.status).toBe(201);
    expect(again.json.user.id).not.toBe(account.userId);
    expect((await readAccount(getCookie(again))).json.credits.balance).toBe(0);
  });
});

describe('routes without authentication', () => {
  it.each(['verify-email', 'password/forgot', 'password/reset'])(
    'answer nonsense at %s with 400',
    async (route) => {
      for (const body of ['{', '[]', '{}', '{"token":7,"email":7,"password":7}']) {
        const answer = await gateway.call(`/api/auth/${route}`, { body });
        expect(answer.status).toBe(400);
        expect(answer.json.error.type).toBe('invalid_request_error');
      }
    },
  );

  it('need a session where they concern an account', async () => {
    const nobody: readonly [string, 'GET' | 'PATCH' | 'DELETE'][] = [
      ['/api/auth/sessions', 'GET'],
      ['/api/auth/sessions/sess_01J9ZZZZZZZZZZZZZZZZZZZZZZ', 'DELETE'],
      ['/api/account', 'PATCH'],
      ['/api/account', 'DELETE'],
    ];
    const { key }: Account = await openAccount(gateway);
    for (const [path, method] of nobody) {
      expect((await gateway.call(path, { method })).status).toBe(401);
      expect((await gateway.call(path, { method, bearer: key })).status).toBe(403);
    }
  });
});
