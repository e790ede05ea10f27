import type { AuditRecorded } from '@tollgate/contracts';
import { hashSecret } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createRedis } from '@tollgate/redis';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { createKey, password, signUp, type SignedUp } from '../support/accounts';
import { listMails, waitForToken } from '../support/mails';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

describe('an account', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.stop());

  const patch = ({ caller }: SignedUp, body: object) =>
    auth.send('patch', '/api/account', caller).send(body);
  const remove = ({ caller }: SignedUp, body: object, clientIp = '203.0.113.9') =>
    auth.send('delete', '/api/account', { ...caller, clientIp }).send(body);
  const logIn = (email: string) => auth.send('post', '/api/auth/login').send({ email, password });
  const waitForEntry = (action: string, userId: string): Promise<AuditRecorded> =>
    waitUntil(
      () =>
        auth.auditEvents.find((entry) => entry.action === action && entry.target?.id === userId),
      { timeoutMs: 30_000, what: action },
    );

  it('changes what its owner may change, with an audit entry', async () => {
    const person = await signUp(auth);
    const body = { name: ' Ada Lovelace ', locale: 'PT-br', freeFallback: false };
    const answer = await patch(person, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { id: person.userId, name: 'Ada Lovelace' },
      credits: { balance: 0 },
      organizations: [],
      locale: 'pt-BR',
      freeFallback: false,
    });
    const cleared = await patch(person, { name: null, locale: null });
    expect(cleared.body).toMatchObject({ user: { name: null }, locale: null, freeFallback: false });
    const entry = await waitForEntry('user.update', person.userId);
    expect(entry.actor).toMatchObject({ type: 'user', id: person.userId });
    expect(JSON.parse(entry.beforeJson)).toMatchObject({ name: null, freeFallback: true });
    expect(JSON.parse(entry.afterJson)).toMatchObject({ name: 'Ada Lovelace', locale: 'pt-BR' });
  });

  it('ignores privileges in the request', async () => {
    const person = await signUp(auth);
    const before = (await auth.send('get', '/api/account', person.caller)).text;
    const answer = await patch(person, {
      ...{ role: 'operator', emailVerified: true, suspended: false, balance: 1_000_000 },
      ...{ id: 'user_x', userId: 'user_x', email: 'other@example.com', credits: { balance: 9 } },
      ...{ createdAt: '2020-01-01T00:00:00Z', organizations: [{ id: 'org_1' }], freeTier: false },
      ...{ user: { role: 'operator' }, is_operator: true, deletedAt: null, password: 'x' },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(before);
    expect((await logIn(person.email)).status).toBe(200);
  });

  it.each([
    [{ name: 7 }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ locale: 'not a locale' }, 'locale'],
    [{ locale: '' }, 'locale'],
    [{ locale: 7 }, 'locale'],
    [{ freeFallback: 'yes' }, 'freeFallback'],
    [{ freeFallback: null }, 'freeFallback'],
  ])('refuses %j', async (body, param) => {
    const answer = await patch(await signUp(auth), { ...body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { param } });
  });

  it('ends with its keys and sessions, and leaves nothing of the person but the history', async () => {
    const person = await signUp(auth);
    const { key } = await createKey(auth, person);
    await logIn(person.email);
    await waitForToken(auth, person.email, 'verify-email');
    const answer = await remove(person, { password });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ deleted: true });
    expect(answer.headers['set-cookie']?.[0]).toContain('Max-Age=0');

    const findKey = auth.rpc.authenticateKey.bind(auth.rpc);
    const findSession = auth.rpc.authenticateSession.bind(auth.rpc);
    const deadline = { deadlineMs: 20_000 };
    const refused = { reason: 'unauthenticated' };
    await expect(callUnary(findKey, { keyHash: hashSecret(key) }, deadline)).rejects.toMatchObject(
      refused,
    );
    await expect(
      callUnary(findSession, { tokenHash: hashSecret(person.token) }, deadline),
    ).rejects.toMatchObject(refused);
    expect((await auth.send('get', '/api/account', person.caller)).status).toBe(401);
    expect((await remove(person, { password })).status).toBe(401);
    expect((await logIn(person.email)).status).toBe(401);
    const contact = auth.rpc.getContact.bind(auth.rpc);
    await expect(callUnary(contact, { userId: person.userId }, deadline)).rejects.toMatchObject({
      reason: 'not_found',
    });

    for (const table of ['users', 'sessions', 'mails', 'mail_tokens', 'api_keys']) {
      const { rows } = await auth.sql.query(
        `SELECT 1 FROM ${table} t WHERE position($1 IN t::text) > 0`,
        [person.email],
      );
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
    const { rows } = await auth.sql.query<{ origin: string }>(
      'SELECT DISTINCT user_agent || ip AS origin FROM sessions WHERE user_id = $1',
      [person.userId],
    );
    expect(rows).toEqual([{ origin: '' }]);
    const entry = await waitForEntry('user.delete', person.userId);
    expect(entry.actor).toMatchObject({ type: 'user', id: person.userId, email: '' });
    expect(JSON.parse(entry.afterJson)).toEqual({
      deleted: true,
      keysRevoked: 1,
      sessionsEnded: 2,
    });
  });

  it('can be created again with the same address, as a new account', async () => {
    const person = await signUp(auth);
    await waitForToken(auth, person.email, 'verify-email');
    await remove(person, { password });
    const again = await auth
      .send('post', '/api/auth/signup')
      .send({ email: person.email, password });
    expect(again.status).toBe(201);
    expect((again.body as { user: { id: string } }).user.id).not.toBe(person.userId);
    await waitUntil(() => listMails(auth, person.email).length === 2, {
      timeoutMs: 30_000,
      what: 'the second mail',
    });
    const byTombstone = await auth
      .send('post', '/api/auth/login')
      .send({ email: `deleted:${person.userId}`, password });
    expect(byTombstone.status).toBe(400);
  });

  it('is not deleted with a wrong password, which counts as a guess', async () => {
    const person = await signUp(auth);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        remove(person, { password: `guess ${index}` }, `198.51.100.${index}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await remove(person, { password })).status).toBe(429);
    expect((await logIn(person.email)).status).toBe(200);
    expect((await auth.send('get', '/api/account', person.caller)).status).toBe(200);
    expect((await remove(person, {})).status).toBe(400);
  });

  it('is kept while its user is the only org_admin of an organization', async () => {
    const person = await signUp(auth);
    const org = auth.orgs.addOrg('org_01J9ZK3V5X7Y8W9T0R1S2LAST1');
    auth.orgs.addMember(org, person.userId, 'org_admin');
    const refused = await remove(person, { password });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: { code: 'last_org_admin', metadata: { organizations: [org.orgId] } },
    });
    expect((await logIn(person.email)).status).toBe(200);
    const { rows } = await auth.sql.query('SELECT 1 FROM account_endings');
    expect(rows).toEqual([]);
    auth.orgs.addMember(org, 'user_other', 'org_admin');
    expect((await remove(person, { password })).status).toBe(202);
    expect([...org.members.values()].map(({ userId }) => userId)).toEqual(['user_other']);
  });

  it('is deleted by the job when the process died or orgs was away', async () => {
    const person = await signUp(auth);
    const org = auth.orgs.addOrg('org_01J9ZK3V5X7Y8W9T0R1S2LAST2');
    auth.orgs.addMember(org, person.userId, 'member');
    auth.orgs.isAway = true;
    expect((await remove(person, { password })).status).toBe(503);
    expect((await logIn(person.email)).status).toBe(200);
    auth.orgs.isAway = false;
    await auth.sql.query('UPDATE account_endings SET next_at = now()');
    await waitUntil(() => org.members.size === 0, { timeoutMs: 30_000, what: 'no membership' });
    await waitUntil(async () => (await logIn(person.email)).status === 401, {
      timeoutMs: 30_000,
      what: 'the end of the account',
    });
    await waitForEntry('user.delete', person.userId);
  });

  it('leaves organizations also when it died between its end and theirs', async () => {
    const person = await signUp(auth);
    const org = auth.orgs.addOrg('org_01J9ZK3V5X7Y8W9T0R1S2LAST3');
    expect((await remove(person, { password })).status).toBe(202);
    // As if the process had died after the account was deleted, and it had joined just before.
    auth.orgs.addMember(org, person.userId, 'org_admin');
    await auth.sql.query(
      `INSERT INTO account_endings (user_id, client_ip, request_id, next_at)
       VALUES ($1, '', '', now())`,
      [person.userId],
    );
    await waitUntil(() => org.members.size === 0, { timeoutMs: 30_000, what: 'no membership' });
  });

  it('dies once, and no key that is made meanwhile outlives it', async () => {
    const person = await signUp(auth);
    const [first, second, ...keys] = await Promise.all([
      remove(person, { password }),
      remove(person, { password }),
      ...Array.from({ length: 6 }, (_, index) =>
        auth.send('post', '/api/account/keys', person.caller).send({ name: `key ${index}` }),
      ),
    ]);
    expect([first?.status, second?.status].sort()).toEqual([202, 401]);
    const findKey = auth.rpc.authenticateKey.bind(auth.rpc);
    const made = keys.filter(({ status }) => status === 201);
    for (const { body } of made) {
      const keyHash = hashSecret((body as { key: string }).key);
      await expect(callUnary(findKey, { keyHash }, { deadlineMs: 20_000 })).rejects.toMatchObject({
        reason: 'unauthenticated',
      });
    }
  });

  it('invalidates every edge before it answers', async () => {
    const { caller, userId } = await signUp(auth);
    const redis = createRedis({ url: auth.redis.url, name: 'test', logger: silentLogger });
    await redis.connect();
    const messages: string[] = [];
    redis.on('message', (_channel, text) => messages.push(text));
    await redis.subscribe('tollgate:auth:invalidate');
    const answer = await auth.send('patch', '/api/account', caller).send({ freeFallback: false });
    expect(answer.status).toBe(200);
    await waitUntil(() => messages.some((text) => text.includes(`"userId":"${userId}"`)), {
      timeoutMs: 30_000,
      what: 'the invalidation',
    });
    redis.disconnect();
  });

  it('that is suspended cannot log in, and says so only with the right password', async () => {
    const { email, userId } = await signUp(auth);
    await auth.sql.query('UPDATE users SET suspended_at = now() WHERE id = $1', [userId]);
    const right = await logIn(email);
    expect(right.status).toBe(403);
    expect(right.headers['set-cookie']).toBeUndefined();
    expect(right.body).toMatchObject({ error: { message: 'This account is suspended' } });
    const wrong = await auth.send('post', '/api/auth/login').send({ email, password: 'x' });
    expect(wrong.status).toBe(401);
    const { rows } = await auth.sql.query('SELECT 1 FROM sessions WHERE user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });
});
