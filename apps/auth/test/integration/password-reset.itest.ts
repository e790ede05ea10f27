import { hashSecret } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createRedis } from '@tollgate/redis';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { createKey, password, signUp, type CreatedKey } from '../support/accounts';
import { listMails, waitForEmptyQueue, waitForToken } from '../support/mails';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

const newPassword = 'an even better password';

describe('a forgotten password', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth({ operatorEmails: ['boss@example.com'] });
  });
  afterAll(() => auth.stop());

  const forget = (email: string) => auth.send('post', '/api/auth/password/forgot').send({ email });
  const reset = (token: string, chosen = newPassword) =>
    auth.send('post', '/api/auth/password/reset').send({ token, password: chosen });
  const logIn = (email: string, given: string) =>
    auth.send('post', '/api/auth/login').send({ email, password: given });
  const countResetMails = (email: string) =>
    listMails(auth, email).filter(({ text }) => text.includes('/reset-password?')).length;

  const authenticate = (key: string) =>
    callUnary(
      auth.rpc.authenticateKey.bind(auth.rpc),
      { keyHash: hashSecret(key) },
      { deadlineMs: 20_000 },
    );

  async function forgetCounts(): Promise<void> {
    const redis = createRedis({ url: auth.redis.url, name: 'test', logger: silentLogger });
    await redis.connect();
    await redis.flushall();
    redis.disconnect();
  }

  async function getToken(email: string): Promise<string> {
    expect((await forget(email)).status).toBe(202);
    return waitForToken(auth, email, 'reset-password');
  }

  it('is replaced by a new one; every session ends and the mailbox counts as confirmed', async () => {
    const { caller, email, token: cookie, userId } = await signUp(auth);
    const token = await getToken(email);
    expect((await reset(token)).status).toBe(204);

    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
    expect((await auth.send('get', '/api/auth/session', caller)).status).toBe(401);
    const find = auth.rpc.authenticateSession.bind(auth.rpc);
    await expect(
      callUnary(find, { tokenHash: hashSecret(cookie) }, { deadlineMs: 20_000 }),
    ).rejects.toMatchObject({ reason: 'unauthenticated' });
    const account = await auth.send('get', '/api/account', caller);
    expect(account.body).toMatchObject({ user: { emailVerified: true } });
    const again = await reset(token);
    expect(again.status).toBe(400);
    expect((await logIn(email, newPassword)).status).toBe(200);
    const entry = await waitUntil(
      () =>
        auth.auditEvents.find(
          ({ action, target }) => action === 'user.password.reset' && target?.id === userId,
        ),
      { timeoutMs: 30_000, what: 'the audit entry' },
    );
    expect(JSON.parse(entry.afterJson)).toMatchObject({ emailVerified: true, sessionsEnded: 1 });
    expect(entry.afterJson).not.toContain('scrypt');
  });

  it('deletes every key of an account whose address was never verified', async () => {
    const mallory = await signUp(auth);
    const org = auth.orgs.addOrg('org_01J9ZK3V5X7Y8W9T0R1S2PWRST');
    auth.orgs.addMember(org, mallory.userId, 'org_admin');
    const personal = await createKey(auth, mallory);
    const ofOrg = await auth
      .send('post', `/api/orgs/${org.orgId}/keys`, mallory.caller)
      .send({ name: 'ci', keyType: 'standard' });
    expect(ofOrg.status).toBe(201);
    expect((await reset(await getToken(mallory.email))).status).toBe(204);
    await expect(authenticate(personal.key)).rejects.toMatchObject({ reason: 'unauthenticated' });
    const orgKey = (ofOrg.body as CreatedKey).key;
    await expect(authenticate(orgKey)).rejects.toMatchObject({ reason: 'unauthenticated' });
    const late = await auth.send('post', '/api/account/keys', mallory.caller).send({ name: 'x' });
    expect(late.status).toBe(401);
  });

  it('leaves no key that was being made while an unverified account was reset', async () => {
    const mallory = await signUp(auth);
    const token = await getToken(mallory.email);
    const make = () =>
      auth.send('post', '/api/account/keys', mallory.caller).send({ name: 'parallel' });
    await Promise.all([reset(token), ...Array.from({ length: 20 }, make)]);
    const { rows } = await auth.sql.query(
      'SELECT 1 FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL',
      [mallory.userId],
    );
    expect(rows).toHaveLength(0);
  });

  it.each([
    [undefined, 'keeps'],
    [false, 'keeps'],
    [true, 'deletes'],
  ])('with revokeKeys %p %s the keys of a verified account', async (revokeKeys, outcome) => {
    const ada = await signUp(auth);
    const verify = { token: await waitForToken(auth, ada.email, 'verify-email') };
    expect((await auth.send('post', '/api/auth/verify-email').send(verify)).status).toBe(204);
    const { key } = await createKey(auth, ada);
    const body = { token: await getToken(ada.email), password: newPassword, revokeKeys };
    expect((await auth.send('post', '/api/auth/password/reset').send(body)).status).toBe(204);
    const found = await authenticate(key).then(
      () => 'keeps',
      () => 'deletes',
    );
    expect(found).toBe(outcome);
  });

  it('invalidates every edge', async () => {
    const { email, userId } = await signUp(auth);
    const token = await getToken(email);
    const redis = createRedis({ url: auth.redis.url, name: 'test', logger: silentLogger });
    await redis.connect();
    const messages: string[] = [];
    redis.on('message', (_channel, text) => messages.push(text));
    await redis.subscribe('tollgate:auth:invalidate');
    expect((await reset(token)).status).toBe(204);
    await waitUntil(() => messages.some((text) => text.includes(`"userId":"${userId}"`)), {
      timeoutMs: 30_000,
      what: 'the invalidation',
    });
    redis.disconnect();
  });

  it('lets exactly one of many parallel resets with one token win', async () => {
    const { email } = await signUp(auth);
    const token = await getToken(email);
    const passwords = Array.from({ length: 8 }, (_, index) => `new password ${index}`);
    const answers = await Promise.all(passwords.map((chosen) => reset(token, chosen)));
    const winners = passwords.filter((_, index) => answers[index]?.status === 204);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    expect((await logIn(email, winners[0] ?? '')).status).toBe(200);
  });

  it('opens no session to an old password that was checked while it was reset', async () => {
    const { email, userId } = await signUp(auth);
    const token = await getToken(email);
    await Promise.all([reset(token), ...Array.from({ length: 6 }, () => logIn(email, password))]);
    const { rows } = await auth.sql.query(
      'SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
      [userId],
    );
    expect(rows).toHaveLength(0);
  });

  it('answers the same with or without an account, and mails only its owner', async () => {
    const { email } = await signUp(auth);
    const [known, unknown] = [await forget(email), await forget('nobody@example.com')];
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(unknown.text).toBe(known.text);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
    await waitForToken(auth, email, 'reset-password');
    await waitForEmptyQueue(auth);
    expect(listMails(auth, 'nobody@example.com')).toEqual([]);
  });

  it('sends one mail in five minutes and five in an hour, however many ask', async () => {
    const { email } = await signUp(auth);
    const answers = await Promise.all(Array.from({ length: 20 }, () => forget(email)));
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    await waitForToken(auth, email, 'reset-password');
    await waitForEmptyQueue(auth);
    expect(countResetMails(email)).toBe(1);

    const redis = createRedis({ url: auth.redis.url, name: 'test', logger: silentLogger });
    await redis.connect();
    /** Makes what was counted six minutes older. */
    const age = async (): Promise<void> => {
      for (const key of await redis.keys('tollgate:auth:mails:reset-password:*')) {
        for (const id of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -360_000, id);
      }
    };
    for (let mails = 2; mails <= 7; mails++) {
      await age();
      await forget(email);
      await waitForEmptyQueue(auth);
      expect(countResetMails(email)).toBe(Math.min(mails, 5));
    }
    expect(JSON.stringify(await redis.keys('*'))).not.toContain(email);
    redis.disconnect();
  });

  it('accepts only the newest token, for an hour', async () => {
    const { email, userId } = await signUp(auth);
    const first = await getToken(email);
    await forgetCounts();
    expect((await forget(email)).status).toBe(202);
    const second = await waitUntil(
      async () => {
        const token = await waitForToken(auth, email, 'reset-password');
        return token === first ? undefined : token;
      },
      { timeoutMs: 30_000, what: 'the second token' },
    );
    expect((await reset(first)).status).toBe(400);
    await auth.sql.query('UPDATE mail_tokens SET expires_at = now() WHERE user_id = $1', [userId]);
    expect((await reset(second)).status).toBe(400);
    expect((await logIn(email, password)).status).toBe(200);
  });

  it('gives the operator role to a configured address, because it proves the mailbox', async () => {
    const email = 'boss@example.com';
    await auth.send('post', '/api/auth/signup').send({ email, password });
    expect((await reset(await getToken(email))).status).toBe(204);
    const answer = await logIn(email, newPassword);
    expect(answer.body).toMatchObject({ user: { role: 'operator', emailVerified: true } });
  });

  it.each([
    [{ token: 'x', password: 'short' }, 'password'],
    [{ token: 'x' }, 'password'],
    [{ password: newPassword }, 'token'],
  ])('is not reset by %j', async (body, param) => {
    const answer = await auth.send('post', '/api/auth/password/reset').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { param } });
  });
});

describe('asking for password mails from one address', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth({ logInsPerIp15Min: 3 });
  });
  afterAll(() => auth.stop());

  it('is refused after too many for any addresses, and does not count as a login', async () => {
    const ask = (index: number, clientIp: string) =>
      auth
        .send('post', '/api/auth/password/forgot', { clientIp })
        .send({ email: `any${index}@example.com` });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((index) => ask(index, '192.0.2.7')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 202, 202, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(800);
    expect((await ask(6, '192.0.2.8')).status).toBe(202);
    const logIn = await auth
      .send('post', '/api/auth/login', { clientIp: '192.0.2.7' })
      .send({ email: 'any1@example.com', password });
    expect(logIn.status).toBe(401);
  });
});
