import { waitUntil } from '@tollgate/testing';
import { createKey, openAccounts, type Account } from '../test/support/accounts';
import type { Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { makeManager, type Manager } from '../test/support/management-key';

const gateway = getSharedGateway();
const unknownId = 'key_01JZZZZZZZZZZZZZZZZZZZZZZZ';
let ada: Account;
let eve: Account;
let manager: Manager;
let stranger: Manager;

beforeAll(async () => {
  [ada, eve] = (await openAccounts(gateway, 2)) as [Account, Account];
  [manager, stranger] = await Promise.all([makeManager(gateway, ada), makeManager(gateway, eve)]);
});

async function create(body: object): Promise<Json> {
  const answer = await manager.call('/v1/keys', { body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json;
}
const readKey = async (id: string): Promise<Json> =>
  (await manager.call(`/v1/keys/${id}`)).json.data;

describe('/v1/keys', () => {
  it('makes, lists, reads, changes and deletes keys, under both prefixes', async () => {
    const created = await create({ name: 'ci', limit: 25, limit_reset: 'monthly' });
    const { key, ...shown } = created;
    expect(key).toMatch(/^sk-tg-[0-9A-Za-z]{43}$/);
    expect((await chat(gateway, { bearer: key })).status).toBe(200);
    for (const path of ['/v1/keys', '/api/v1/keys']) {
      const { json, text, headers } = await manager.call(path);
      expect(Object.keys(json)).toEqual(['keys', 'data', 'nextCursor']);
      expect(json.data).toEqual(json.keys);
      expect(json.keys.map(({ id }: Json) => id)).toContain(shown.id);
      expect(text).not.toContain(key);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    expect(Object.keys(await readKey(shown.id))).toEqual(Object.keys(shown));
    const patched = await manager.patch(shown.id, { enabled: false });
    expect([patched.status, patched.text]).toEqual([200, '{"updated":true}']);
    const enabled = (await manager.call('/v1/keys?include_disabled=false')).json.keys as Json[];
    expect(enabled.map(({ id }) => id)).not.toContain(shown.id);
    const page = (await manager.call('/v1/keys?offset=1&limit=1')).json.keys as Json[];
    expect(page).toHaveLength(1);
    const removed = await manager.remove(shown.id);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await manager.call('/v1/keys')).text).not.toContain(shown.id);
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'include_disabled=maybe'])(
    'refuses ?%s',
    async (query) => {
      expect((await manager.call(`/v1/keys?${query}`)).status).toBe(400);
    },
  );

  it('takes and gives both families of names, and keeps the word of the caller', async () => {
    const one = await create({ label: 'a', spendLimitUsd: 5, spendLimitPeriod: 'month' });
    const other = await create({ name: 'b', limit: 5, limit_reset: 'monthly', disabled: true });
    expect(one).toMatchObject({ name: 'a', label: 'a', limit: 5, spendLimitUsd: 5 });
    expect([one.limit_reset, one.spendLimitPeriod]).toEqual(['monthly', 'month']);
    expect([other.limit_reset, other.spendLimitPeriod]).toEqual(['monthly', 'monthly']);
    expect([other.enabled, other.disabled]).toEqual([false, true]);
    await manager.patch(one.id, { spendLimitPeriod: 'total', name: 'a' });
    expect(await readKey(one.id)).toMatchObject({ limit_reset: null, spendLimitPeriod: 'total' });
    await manager.patch(one.id, { spendLimitUsd: null });
    expect(await readKey(one.id)).toMatchObject({ limit: null, spendLimitPeriod: null });
  });

  it.each([
    [{ limit: 1, spendLimitUsd: 2 }, 400],
    [{ limit_reset: 'daily', spendLimitPeriod: 'week' }, 400],
    [{ enabled: true, disabled: true }, 400],
    [{ expires_at: '2099-01-01', expiresAt: null }, 400],
    [{ limit_reset: 'hourly' }, 'unsupported_param'],
    [{ allowedCidrs: ['10.0.0.0/33'] }, 'unsupported_param'],
    [{ allowed_cidrs: ['2001:db8::/32'] }, 'unsupported_param'],
    [{ allowedCidrs: Array(101).fill('10.0.0.1') }, 'unsupported_param'],
    [{ name: 'another name' }, 400],
  ])('PATCH refuses %j with code %p and changes nothing', async (body, code) => {
    const { id } = await create({ name: 'fixed' });
    const before = await readKey(id);
    const answer = await manager.patch(id, body);
    expect([answer.status, answer.json.error.code]).toEqual([400, code]);
    expect(await readKey(id)).toEqual(before);
  });

  it('ignores what is no setting (A4)', async () => {
    const { id, key } = await create({ name: 'plain', orgId: 'org_1', userId: eve.userId });
    const before = await readKey(id);
    const answer = await manager.patch(id, {
      role: 'operator',
      keyType: 'management',
      orgId: 'org_1',
      userId: eve.userId,
      balance: 1_000_000,
      key: 'sk-tg-chosen',
      id: unknownId,
    });
    expect(answer.json).toEqual({ updated: true });
    expect(await readKey(id)).toEqual(before);
    expect((await gateway.call('/v1/keys', { bearer: key })).status).toBe(403);
    expect((await stranger.call('/v1/keys')).text).not.toContain(id);
  });

  it('answers a foreign, an unknown and a deleted id byte for byte alike (A3)', async () => {
    const gone = await create({ name: 'gone' });
    await manager.remove(gone.id);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { body: { enabled: false } } : {};
      const ask = async (by: Manager, id: string): Promise<string> => {
        const { status, text } = await by.call(`/v1/keys/${id}`, { method, ...body });
        return `${status} ${text}`;
      };
      const answers = [
        await ask(stranger, ada.keyId),
        await ask(stranger, manager.id),
        await ask(stranger, unknownId),
        await ask(manager, gone.id),
        await ask(manager, '%00'),
      ];
      expect(answers[0]).toMatch(/^404 /);
      expect(new Set(answers).size).toBe(1);
    }
    expect((await chat(gateway, { bearer: ada.key })).status).toBe(200);
  });

  it('counts the calls of a key soon after they were made', async () => {
    const { id, key } = await create({ name: 'counted', limit: 1 });
    expect(await readKey(id)).toMatchObject({ lastUsed: null, requestCount: 0, totalTokens: 0 });
    const startedMs = Date.now();
    const { json } = await chat(gateway, { bearer: key });
    const shown = await waitUntil(
      async () => {
        const found = await readKey(id);
        return found.requestCount === 1 ? found : undefined;
      },
      { timeoutMs: 30_000, what: 'the call in the key' },
    );
    const { cost, total_tokens } = json.usage;
    expect(shown).toMatchObject({ totalTokens: total_tokens, usage: cost, usage_daily: cost });
    expect(shown.limit_remaining).toBe(Number((1 - cost).toFixed(9)));
    expect(Date.parse(shown.lastUsed)).toBeGreaterThanOrEqual(startedMs - 1_000);
  });

  it('puts every write into the audit log with the user, the key that acted, before and after', async () => {
    const { id } = await create({ name: 'audited', limit: 1 });
    await manager.patch(id, { limit: 2 });
    await manager.remove(id);
    const listEntries = async (): Promise<Json[]> => {
      const log = await gateway.operate(`/api/admin/audit-log?actor=${ada.userId}&limit=200`);
      return log.items.filter(({ target }: Json) => target.id === id);
    };
    const entries = await waitUntil(
      async () => {
        const found = await listEntries();
        return found.length === 3 ? found : undefined;
      },
      { timeoutMs: 30_000, what: 'three audit entries' },
    );
    const actor = { type: 'user', id: ada.userId, email: ada.email, keyId: manager.id };
    expect(entries.map((entry) => entry.actor)).toEqual([actor, actor, actor]);
    const update = entries.find(({ action }) => action === 'key.update');
    expect([update?.before.spendLimitUsd, update?.after.spendLimitUsd]).toEqual([1, 2]);
    expect(JSON.stringify(entries)).not.toMatch(/sk-tg-[0-9A-Za-z]{20}/);
  });
});

describe('a key of the wrong kind (A9)', () => {
  it.each([
    ['GET', '/v1/keys'],
    ['POST', '/v1/keys'],
    ['GET', `/v1/keys/${unknownId}`],
    ['PATCH', `/v1/keys/${unknownId}`],
    ['DELETE', `/v1/keys/${unknownId}`],
  ] as const)('that is standard gets 403 on %s %s', async (method, path) => {
    const body = method === 'POST' || method === 'PATCH' ? { body: { name: 'x' } } : {};
    const { status, json } = await gateway.call(path, { method, bearer: ada.key, ...body });
    expect(status).toBe(403);
    expect(json.error).toEqual({
      message: 'This route needs a management key',
      type: 'permission_error',
      code: 403,
    });
  });

  it.each([
    '/v1/chat/completions',
    '/v1/cursor/chat/completions',
    '/v1/responses',
    '/v1/messages',
    '/v1/messages/count_tokens',
    '/v1/completions',
    '/v1/embeddings',
    '/v1/rerank',
    '/v1/moderations',
    '/v1/estimate',
  ])('that manages keys gets 403 on %s', async (path) => {
    const { status, json } = await manager.call(path, { body: {} });
    expect(status).toBe(403);
    expect(json.error).toMatchObject({ type: 'permission_error', code: 403 });
  });

  it('of an institution gets an error that says how to exchange it', async () => {
    const answer = await gateway.call('/v1/keys', { bearer: `sk-edu-${'x'.repeat(43)}` });
    expect(answer.status).toBe(403);
    expect(answer.json.error.message).toMatch(/exchanged/);
  });

  it('makes no management key out of a management key', async () => {
    const body = { name: 'heir', keyType: 'management' };
    const { status, json } = await manager.call('/v1/keys', { body });
    expect([status, json.error.code]).toEqual([403, 403]);
    expect(json.error.message).toContain('keys:admin');
  });
});

describe('a session', () => {
  it('changes its own keys on PATCH /v1/keys/{id}, from its own site only', async () => {
    const { id } = await createKey(gateway, ada.cookie, { name: 'by session' });
    const patch = (cookie: string, headers: Record<string, string> = {}) =>
      gateway.call(`/v1/keys/${id}`, { method: 'PATCH', cookie, headers, body: { limit: 3 } });
    expect((await patch(ada.cookie, { origin: 'https://evil.example' })).status).toBe(401);
    expect((await patch(ada.cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect((await readKey(id)).limit).toBeNull();
    expect((await patch(eve.cookie)).status).toBe(404);
    expect((await patch(ada.cookie)).json).toEqual({ updated: true });
    expect((await readKey(id)).limit).toBe(3);
    expect((await patch('')).status).toBe(401);
  });

  it('is not looked at on the other routes', async () => {
    expect((await gateway.call('/v1/keys', { cookie: ada.cookie })).status).toBe(401);
    const body = { name: 'x' };
    expect((await gateway.call('/v1/keys', { cookie: ada.cookie, body })).status).toBe(401);
  });
});

describe('GET /v1/key of a management key', () => {
  it('describes itself', async () => {
    const rateLimit = {
      requests: 200,
      interval: '1m',
      note: 'Requests per minute for this account, shared by all of its keys.',
    };
    expect((await stranger.call('/v1/key')).json).toEqual({
      data: {
        label: 'manager',
        limit: null,
        limit_remaining: 25,
        limit_reset: null,
        expires_at: null,
        is_free_tier: false,
        is_management_key: true,
        is_provisioning_key: true,
        usage: 0,
        usage_daily: 0,
        usage_weekly: 0,
        usage_monthly: 0,
        requests: 0,
        requests_daily: 0,
        requests_weekly: 0,
        requests_monthly: 0,
        rate_limit: rateLimit,
      },
    });
    expect((await stranger.call('/v1/auth/key')).json).toEqual({
      data: { label: 'manager', usage: 0, limit: null, is_free_tier: false, rate_limit: rateLimit },
    });
  });
});
