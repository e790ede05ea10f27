import type { CallerIdentity } from '@tollgate/identity';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { createKey, signUp, type CreatedKey, type SignedUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

const unknownId = 'key_01J9ZZZZZZZZZZZZZZZZZZZZZZ';

describe('a management key', () => {
  let auth: AuthUnderTest;
  let owner: SignedUp;
  let manager: CreatedKey;
  let caller: Partial<CallerIdentity>;
  beforeAll(async () => {
    auth = await startAuth();
    owner = await signUp(auth);
    manager = await createKey(auth, owner, { name: 'boss', keyType: 'management' });
    caller = asManager(owner, manager);
  });
  afterAll(() => auth.stop());

  function asManager(person: SignedUp, key: CreatedKey): Partial<CallerIdentity> {
    return { ...person.caller, kind: 'management_key', keyId: key.id, sessionId: '' };
  }

  const create = (body: object) => auth.send('post', '/v1/keys', caller).send(body);
  const read = (id: string) => auth.send('get', `/v1/keys/${id}`, caller);
  const patch = (id: string, body: object) =>
    auth.send('patch', `/v1/keys/${id}`, caller).send(body);

  it('shows when it was last used', async () => {
    const fresh = await createKey(auth, owner, { name: 'fresh', keyType: 'management' });
    const readLastUse = async () => (await read(fresh.id)).body.data.lastUsed as string | null;
    expect(await readLastUse()).toBeNull();
    const startedMs = Date.now();
    const authenticate = () =>
      callUnary(
        auth.rpc.authenticateKey.bind(auth.rpc),
        { keyHash: hashSecret(fresh.key) },
        { deadlineMs: 20_000 },
      );
    await authenticate();
    expect(Date.parse((await readLastUse()) ?? '')).toBeGreaterThanOrEqual(startedMs - 1_000);
    await auth.sql.query(`UPDATE api_keys SET last_used_at = now() - interval '10 s'`);
    const before = await readLastUse();
    await authenticate();
    expect(await readLastUse()).toBe(before);
  });

  it('makes a key whose secret is shown once, reads it, changes it and deletes it', async () => {
    const created = await create({ label: 'ci', limit: 5, limit_reset: 'week' });
    expect(created.status).toBe(201);
    const { key, ...shown } = created.body as CreatedKey;
    expect(key).toMatch(/^sk-tg-[0-9A-Za-z]{43}$/);
    expect(shown).toMatchObject({
      spendLimitPeriod: 'week',
      limit_reset: 'weekly',
      scopes: ['inference'],
    });
    expect((await read(shown.id)).body).toEqual({ data: shown });
    const list = await auth.send('get', '/v1/keys', caller);
    expect(list.body.data).toEqual(list.body.keys);
    expect(list.body.keys).toContainEqual(shown);
    expect(list.text).not.toContain(key);

    const patched = await patch(shown.id, { spendLimitUsd: 7, freeFallback: false, label: 'ci' });
    expect(patched.text).toBe('{"updated":true}');
    expect((await read(shown.id)).body.data).toMatchObject({
      limit: 7,
      spendLimitPeriod: 'week',
      freeFallback: false,
    });
    await patch(shown.id, { limit: null });
    expect((await read(shown.id)).body.data).toMatchObject({
      limit: null,
      spendLimitUsd: null,
      limit_reset: null,
      spendLimitPeriod: null,
    });

    const deleted = await auth.send('delete', `/v1/keys/${shown.id}`, caller);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await read(shown.id)).status).toBe(404);
  });

  it('answers the same for foreign, unknown, deleted and malformed ids', async () => {
    const stranger = await signUp(auth);
    const foreign = await createKey(auth, stranger);
    const gone = await createKey(auth, owner);
    await auth.send('delete', `/v1/keys/${gone.id}`, caller);
    const ids = [unknownId, foreign.id, gone.id, 'x', '%00', '..%2f', 'key_' + 'x'.repeat(3_000)];
    for (const method of ['get', 'patch', 'delete'] as const) {
      const answers = [];
      for (const id of ids) {
        const sent = auth.send(method, `/v1/keys/${id}`, caller);
        const answer = await (method === 'patch' ? sent.send({ enabled: false }) : sent);
        answers.push(`${answer.status} ${answer.text}`);
      }
      expect(new Set(answers)).toEqual(
        new Set(['404 {"error":{"message":"Not found","type":"not_found_error","code":404}}']),
      );
    }
    const { rows } = await auth.sql.query('SELECT is_enabled FROM api_keys WHERE id = $1', [
      foreign.id,
    ]);
    expect(rows).toEqual([{ is_enabled: true }]);
  });

  it('makes no other management key', async () => {
    const refused = await create({ name: 'heir', keyType: 'management' });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ code: 403, type: 'permission_error' });
    expect((await create({ name: 'x', keyType: 'operator' })).status).toBe(400);
  });

  it('changes nothing by fields that are no settings', async () => {
    const key = await createKey(auth, owner);
    const before = (await read(key.id)).body as unknown;
    const fields = {
      role: 'operator',
      keyType: 'management',
      orgId: 'org_1',
      userId: 'user_2',
      balance: 1e6,
      key: 'sk-tg-chosen',
      id: unknownId,
    };
    expect((await patch(key.id, fields)).body).toEqual({ updated: true });
    expect((await read(key.id)).body).toEqual(before);
    const { keyType, ...others } = fields;
    expect(keyType).toBe('management');
    const created = (await create({ name: 'x', ...others })).body as CreatedKey;
    expect(created).toMatchObject({ keyType: 'standard', orgId: null });
    expect(created.key).not.toBe(fields.key);
    expect(created.id).not.toBe(unknownId);
  });

  it('is out as soon as it is disabled, whatever an edge still believes', async () => {
    const other = await createKey(auth, owner, { keyType: 'management' });
    const byOther = () =>
      auth.send('post', '/v1/keys', asManager(owner, other)).send({ name: 'late' });
    expect((await byOther()).status).toBe(201);
    await patch(other.id, { enabled: false });
    expect((await byOther()).status).toBe(401);
  });

  it.each(['standard_key', 'anonymous', 'operator'] as const)(
    'is needed: %s gets nowhere even past the edge',
    async (kind) => {
      const as = { ...caller, kind };
      expect((await auth.send('get', '/v1/keys', as)).status).toBe(401);
      expect((await auth.send('post', '/v1/keys', as).send({ name: 'x' })).status).toBe(401);
      expect((await auth.send('delete', `/v1/keys/${manager.id}`, as)).status).toBe(401);
      expect((await auth.send('get', '/api/account/keys', as)).status).toBe(401);
    },
  );

  it('shares only PATCH with the session of its owner', async () => {
    const key = await createKey(auth, owner);
    const bySession = auth.send('patch', `/v1/keys/${key.id}`, owner.caller);
    expect((await bySession.send({ enabled: false })).body).toEqual({ updated: true });
    expect((await auth.send('get', '/v1/keys', owner.caller)).status).toBe(401);
    expect((await auth.send('delete', `/v1/keys/${key.id}`, owner.caller)).status).toBe(401);
    expect((await auth.send('get', '/api/account/keys', caller)).status).toBe(401);
  });

  it('is named in the audit log beside the user it acts for', async () => {
    const created = (await create({ name: 'audited' })).body as CreatedKey;
    await patch(created.id, { enabled: false });
    await patch(created.id, { role: 'operator' });
    await auth.send('delete', `/v1/keys/${created.id}`, caller);
    const read = () => auth.auditEvents.filter(({ target }) => target?.id === created.id);
    await waitUntil(() => read().length >= 3, { timeoutMs: 30_000 });
    expect(read().map(({ action, actor }) => ({ action, actor }))).toEqual(
      ['key.create', 'key.update', 'key.delete'].map((action) => ({
        action,
        actor: { type: 'user', id: owner.userId, email: owner.email, keyId: manager.id },
      })),
    );
    const [, update] = read();
    expect(JSON.parse(update?.beforeJson ?? '')).toMatchObject({ enabled: true });
    expect(JSON.parse(update?.afterJson ?? '')).toMatchObject({ enabled: false });
  });
});

describe('the number of keys', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.stop());

  it('stays at its bound, also when calls meet; a deleted key makes room', async () => {
    const person = await signUp(auth);
    await auth.sql.query(
      `INSERT INTO api_keys (id, user_id, label, key_type, key_hash, key_prefix, key_suffix,
         is_enabled, allowed_cidrs, has_free_fallback, created_at, updated_at)
       SELECT 'key_' || lpad(n::text, 26, '0'), $1, 'many', 'standard', 'hash' || n, '', '', true,
         '{}', true, now(), now()
       FROM generate_series(1, 995) AS n`,
      [person.userId],
    );
    const create = () => auth.send('post', '/api/account/keys', person.caller).send({ name: 'x' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(5).fill(201), ...Array<number>(15).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error.message).toMatch(/at most 1000 keys/);
    expect(refused?.headers['x-should-retry']).toBe('false');
    const id = `key_${'1'.padStart(26, '0')}`;
    await auth.send('delete', `/api/account/keys/${id}`, person.caller);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
  });
});
