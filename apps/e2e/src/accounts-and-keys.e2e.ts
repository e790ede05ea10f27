import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import {
  createKey,
  openAccount,
  openAccounts,
  readSettledCredits,
  type Account,
} from '../test/support/accounts';
import { chat, openChat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';

const gateway = getSharedGateway();
let ada: Account;
let eve: Account;

beforeAll(async () => {
  [ada, eve] = (await openAccounts(gateway, 2)) as [Account, Account];
});

const unauthorized = JSON.stringify({
  error: { message: 'Invalid or missing API key', type: 'authentication_error', code: 401 },
});
const patchKey = (account: Account, id: string, body: object) =>
  gateway.call(`/api/account/keys/${id}`, { method: 'PATCH', cookie: account.cookie, body });
const deleteKey = (account: Account, id: string) =>
  gateway.call(`/api/account/keys/${id}`, { method: 'DELETE', cookie: account.cookie });

describe('an account', () => {
  it('signs up once for an address', async () => {
    const body = { email: ada.email, password: 'another password' };
    const second = await gateway.call('/api/auth/signup', { body });
    expect(second.status).toBe(409);
    expect(second.json.error.code).toBe(409);
  });

  it('gets a session cookie that scripts and other sites cannot use', async () => {
    const login = await gateway.call('/api/auth/login', {
      body: { email: ada.email, password: ada.password },
    });
    expect(login.status).toBe(200);
    expect(login.json.user).toMatchObject({ id: ada.userId, email: ada.email });
    const [cookie = ''] = login.headers.getSetCookie();
    expect(cookie).toMatch(/^tollgate_session=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    const session = await gateway.call('/api/auth/session', { cookie: cookie.split(';')[0] ?? '' });
    expect(session.json).toMatchObject({
      user: { id: ada.userId },
      session: { id: expect.any(String) },
    });
  });

  it('learns nothing from a failed login about which part was wrong', async () => {
    const logIn = (email: string, password: string) =>
      gateway.call('/api/auth/login', { body: { email, password } });
    const wrongPassword = await logIn(eve.email, 'not the password');
    const wrongAddress = await logIn('nobody@example.com', 'not the password');
    expect(wrongPassword.status).toBe(401);
    expect(wrongAddress.status).toBe(401);
    expect(wrongAddress.text).toBe(wrongPassword.text);
  });

  it('is out after the logout', async () => {
    const login = await gateway.call('/api/auth/login', {
      body: { email: eve.email, password: eve.password },
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await gateway.call('/api/account', { cookie })).status).toBe(200);
    const logout = await gateway.call('/api/auth/logout', { method: 'POST', cookie });
    expect(logout.status).toBe(204);
    await waitUntil(async () => (await gateway.call('/api/account', { cookie })).status === 401, {
      timeoutMs: 1_000,
      what: 'the end of the session',
    });
  });

  it('may not be written to from a page of another origin', async () => {
    const create = (headers: Record<string, string>) =>
      gateway.call('/api/account/keys', { cookie: ada.cookie, body: { name: 'csrf' }, headers });
    const foreign = await create({ origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await create({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await create({ origin: gateway.baseUrl })).status).toBe(201);
    const { json } = await gateway.call('/api/account/keys', { cookie: ada.cookie });
    const names = (json.keys as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name === 'csrf')).toHaveLength(1);
  });
});

describe('a key', () => {
  it('shows its secret once', async () => {
    const created = await gateway.call('/api/account/keys', {
      cookie: ada.cookie,
      body: { name: 'ci', limit: 25, limit_reset: 'monthly' },
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      id: expect.stringMatching(/^key_/),
      name: 'ci',
      label: 'ci',
      keyType: 'standard',
      enabled: true,
      limit: 25,
      spendLimitUsd: 25,
      limit_reset: 'monthly',
      limit_remaining: 25,
    });
    const secret = created.json.key as string;
    expect(secret).toMatch(/^sk-tg-[0-9A-Za-z]{43}$/);
    expect(secret.startsWith(created.json.keyPrefix)).toBe(true);
    expect(secret.endsWith(created.json.keySuffix)).toBe(true);
    const list = await gateway.call('/api/account/keys', { cookie: ada.cookie });
    expect(list.text).toContain(created.json.id);
    expect(list.text).not.toContain(secret);
  });

  it('of a manager calls no model but reads the account', async () => {
    const { key } = await createKey(gateway, ada.cookie, { name: 'boss', keyType: 'management' });
    expect(key).toMatch(/^sk-tg-mg-/);
    const refused = await chat(gateway, { bearer: key });
    expect(refused.status).toBe(403);
    expect(refused.error).toMatchObject({ code: 403, type: 'permission_error' });
    const own = await gateway.call('/v1/key', { bearer: key });
    expect(own.json.data).toMatchObject({ is_management_key: true, is_provisioning_key: true });
    expect((await gateway.call('/v1/credits', { bearer: key })).status).toBe(200);
  });

  it.each(['disabled', 'deleted'])('that is %s answers 401 within a second', async (change) => {
    const { id, key } = await createKey(gateway, ada.cookie, { name: 'short-lived' });
    // From here on the edge remembers it.
    expect((await chat(gateway, { bearer: key })).status).toBe(200);
    const answer =
      change === 'deleted' ? await deleteKey(ada, id) : await patchKey(ada, id, { disabled: true });
    expect(answer.status).toBe(change === 'deleted' ? 204 : 200);
    await waitUntil(async () => (await chat(gateway, { bearer: key })).status === 401, {
      timeoutMs: 1_000,
      what: '401',
    });
  });

  it('finishes the stream that ran when it was deleted, and pays for it', async () => {
    const owner = await openAccount(gateway);
    const response = await openChat(gateway, {
      bearer: owner.key,
      content: '[[sim:tokens=10,chunk_delay_ms=100]]',
      isStreaming: true,
    });
    expect((await deleteKey(owner, owner.keyId)).status).toBe(204);
    const text = await response.text();
    const cost = /"cost":([0-9.e-]+)/.exec(text)?.[1];
    const { key } = await createKey(gateway, owner.cookie, { name: 'reader' });
    const paid = usdNumberToNanos(Number(cost));
    expect(paid).toBeGreaterThan(0n);
    await waitUntil(async () => (await readSettledCredits(gateway, key)).usage === paid, {
      timeoutMs: 30_000,
      what: 'the charge',
    });
  });

  it('is renamed, and ignores fields that are not settings', async () => {
    const { id, key } = await createKey(gateway, ada.cookie, { name: 'first' });
    const renamed = await patchKey(ada, id, { name: 'second' });
    expect([renamed.status, renamed.json]).toEqual([200, { updated: true }]);
    const patched = await patchKey(ada, id, {
      limit: 3,
      keyType: 'management',
      userId: eve.userId,
      usage: 0,
      key: 'sk-tg-chosen',
    });
    expect(patched.status).toBe(200);
    expect(patched.json).toEqual({ updated: true });
    await waitUntil(
      async () => (await gateway.call('/v1/key', { bearer: key })).json.data.limit === 3,
      { timeoutMs: 30_000, what: 'the new limit' },
    );
    const { data } = (await gateway.call('/v1/key', { bearer: key })).json;
    expect(data).toMatchObject({ label: 'second', is_management_key: false });
  });

  it('of another user answers like an unknown key', async () => {
    const unknown = await patchKey(eve, 'key_01JZZZZZZZZZZZZZZZZZZZZZZZ', { limit: 1 });
    const foreign = await patchKey(eve, ada.keyId, { limit: 1 });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
    expect((await deleteKey(eve, ada.keyId)).status).toBe(404);
    expect((await gateway.call('/v1/key', { bearer: ada.key })).json.data.limit).toBeNull();
  });

  it('of another user reads no generation of mine', async () => {
    const answer = await chat(gateway, { bearer: ada.key });
    const { generationId } = answer;
    expect(await readGeneration(gateway, answer, ada)).toMatchObject({ id: generationId });
    const path = `/v1/generation?id=${generationId}`;
    expect((await gateway.call(path, { bearer: eve.key })).status).toBe(404);
  });
});

describe('the cap of a key', () => {
  it('refuses the call after it was reached, saying how and without rate headers', async () => {
    const limit = 0.00001;
    const { key } = await createKey(gateway, eve.cookie, {
      name: 'capped',
      spendLimitUsd: limit,
      spendLimitPeriod: 'daily',
    });
    const first = await chat(gateway, { bearer: key, body: { max_tokens: 20 } });
    expect(first.status).toBe(200);
    // Until the call is settled, its hold counts instead of its price.
    await readSettledCredits(gateway, eve.key, 30_000);
    const refused = await chat(gateway, { bearer: key, body: { max_tokens: 20 } });
    expect(refused.status).toBe(402);
    expect(refused.error).toMatchObject({
      code: 'spend_limit_exceeded',
      type: 'billing_error',
      metadata: {
        scope: 'key',
        period: 'daily',
        window: 'daily',
        limit,
        spent: first.json.usage.cost,
        reserved: 0,
        resets_at: new Date((Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000).toISOString(),
      },
    });
    for (const name of refused.headers.keys()) expect(name).not.toMatch(/^x-ratelimit/);
  });
});

describe('GET /v1/key', () => {
  it('shows settings, spend and limits of the calling key', async () => {
    const { key } = await createKey(gateway, eve.cookie, {
      name: 'info',
      limit: 5,
      limit_reset: 'weekly',
      expires_at: '2099-01-01T00:00:00Z',
    });
    const answer = await chat(gateway, { bearer: key });
    const cost = answer.json.usage.cost as number;
    const data = await waitUntil(
      async () => {
        const { json } = await gateway.call('/v1/key', { bearer: key });
        return json.data.requests === 1 ? json.data : undefined;
      },
      { timeoutMs: 30_000, what: 'the call in the key' },
    );
    const rateLimit = {
      requests: 200,
      interval: '1m',
      note: 'Requests per minute for this account, shared by all of its keys.',
    };
    expect(data).toEqual({
      label: 'info',
      limit: 5,
      limit_remaining: Number((5 - cost).toFixed(9)),
      limit_reset: 'weekly',
      expires_at: expect.stringMatching(/^2099-01-01T00:00:00(\.000)?Z$/),
      is_free_tier: false,
      is_management_key: false,
      is_provisioning_key: false,
      usage: cost,
      usage_daily: cost,
      usage_weekly: cost,
      usage_monthly: cost,
      requests: 1,
      requests_daily: 1,
      requests_weekly: 1,
      requests_monthly: 1,
      rate_limit: rateLimit,
    });
    const short = await gateway.call('/v1/auth/key', { bearer: key });
    expect(short.json).toEqual({
      data: { label: 'info', usage: cost, limit: 5, is_free_tier: false, rate_limit: rateLimit },
    });
  });
});

describe('a bad credential', () => {
  it('gets the same bytes, whatever is wrong with it', async () => {
    const { id, key } = await createKey(gateway, ada.cookie, { name: 'off', enabled: false });
    const elsewhere = await createKey(gateway, ada.cookie, {
      name: 'elsewhere',
      allowedCidrs: ['203.0.113.7'],
    });
    const gone = await createKey(gateway, ada.cookie, { name: 'gone' });
    await deleteKey(ada, gone.id);
    expect(id).toMatch(/^key_/);
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer sk-tg-unknown' },
      { authorization: 'Basic YTpi' },
      { authorization: "Bearer ' OR 1=1--" },
      { authorization: `Bearer ${'x'.repeat(8_000)}` },
      { authorization: `Bearer ${key}` },
      { authorization: `Bearer ${elsewhere.key}` },
      { authorization: `Bearer ${gone.key}` },
      { authorization: `Bearer ${gateway.credentials().adminToken}` },
      { cookie: ada.cookie },
    ];
    for (const headers of attempts) {
      const answer = await gateway.call('/v1/chat/completions', { body: {}, headers });
      expect({ headers, status: answer.status, text: answer.text }).toEqual({
        headers,
        status: 401,
        text: unauthorized,
      });
    }
  });
});
