import { Redis } from 'ioredis';
import type { AuditRecorded, AuthenticateKeyResponse } from '@tollgate/contracts';
import { hashSecret } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createRedis } from '@tollgate/redis';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { Till } from '@tollgate/till';
import { createKey, signUp, type SignedUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

describe('API keys', () => {
  let auth: AuthUnderTest;
  let owner: SignedUp;
  beforeAll(async () => {
    auth = await startAuth();
    owner = await signUp(auth);
  });
  afterAll(() => auth.stop());

  function authenticate(secret: string): Promise<AuthenticateKeyResponse> {
    const call = auth.rpc.authenticateKey.bind(auth.rpc);
    return callUnary(call, { keyHash: hashSecret(secret) }, { deadlineMs: 20_000 });
  }

  function patch(keyId: string, body: object, by: SignedUp = owner) {
    return auth.send('patch', `/api/account/keys/${keyId}`, by.caller).send(body);
  }

  it('shows the whole object and the secret once', async () => {
    const key = await createKey(auth, owner, { label: 'ci', limit: 25, limit_reset: 'monthly' });
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Z]{26}$/),
      key: expect.stringMatching(/^sk-tg-[0-9A-Za-z]{43}$/),
      name: 'ci',
      label: 'ci',
      keyType: 'standard',
      keyPrefix: key.key.slice(0, 12),
      keySuffix: key.key.slice(-4),
      enabled: true,
      disabled: false,
      spendLimitUsd: 25,
      spendLimitPeriod: 'monthly',
      limit: 25,
      limit_reset: 'monthly',
      limit_remaining: 25,
      usage: 0,
      usage_daily: 0,
      usage_weekly: 0,
      usage_monthly: 0,
      expiresAt: null,
      expires_at: null,
      createdAt: expect.any(String),
      created_at: key['createdAt'],
      lastUsed: null,
      requestCount: 0,
      totalTokens: 0,
      allowedCidrs: [],
      freeFallback: true,
      orgId: null,
      teamId: null,
      memberId: null,
      scopes: ['inference'],
      previousSecretEndsAt: null,
      disabledAt: null,
      disabledBy: null,
      deletedAt: null,
      deletedBy: null,
    });

    const list = await auth.send('get', '/api/account/keys', owner.caller);
    const body = list.body as { keys: { id: string }[]; data: unknown };
    expect(body.data).toEqual(body.keys);
    expect(body.keys.find(({ id }) => id === key.id)).toEqual({ ...key, key: undefined });
    expect(list.text).not.toContain(key.key);
    const { rows } = await auth.sql.query<{ dump: string }>(
      `SELECT string_agg(k::text, ' ') AS dump FROM api_keys k`,
    );
    expect(rows[0]?.dump).not.toContain(key.key);
  });

  it('finds the caller behind a key, with cap, addresses and balance', async () => {
    auth.billing.balances.set(owner.userId, 12_000_000_000n);
    const expiresAt = new Date(Date.now() + 3_600_000);
    const key = await createKey(auth, owner, {
      keyType: 'management',
      spendLimitUsd: 1.5,
      spendLimitPeriod: 'week',
      expires_at: expiresAt.toISOString(),
      allowedCidrs: ['10.0.0.0/8'],
    });
    expect(key.key).toMatch(/^sk-tg-mg-/);
    expect(key['spendLimitPeriod']).toBe('week');
    expect(key['limit_reset']).toBe('weekly');
    expect((await authenticate(key.key)).caller).toEqual({
      userId: owner.userId,
      keyId: key.id,
      kind: 2,
      walletId: owner.userId,
      label: 'ci',
      email: owner.email,
      isSuspended: false,
      isOperator: false,
      allowedCidrs: ['10.0.0.0/8'],
      limitNanos: 1_500_000_000n,
      limitPeriod: 'weekly',
      balanceNanos: 12_000_000_000n,
      expiresAtMs: BigInt(expiresAt.getTime()),
      sessionId: '',
      hasFreeFallback: true,
      orgId: '',
      teamId: '',
      memberId: '',
      isInvoiced: false,
      operatorScopes: [],
    });
  });

  it('takes the balance from the till while billing is away', async () => {
    const stranger = await signUp(auth);
    const key = await createKey(auth, stranger);
    const redis = createRedis({ url: auth.redis.url, name: 'test', logger: silentLogger });
    await redis.connect();
    await new Till(redis).load({
      walletId: stranger.userId,
      postedNanos: 34_000_000_000n,
      version: 1n,
      creditNanos: 0n,
      postedHoldIds: [],
      counters: [],
    });
    redis.disconnect();
    auth.billing.delayMs = 4_000;
    const { caller } = await authenticate(key.key);
    auth.billing.delayMs = 0;
    expect(caller?.balanceNanos).toBe(34_000_000_000n);
  });

  it('uses the smaller tier when the balance is unknown, and logs it', async () => {
    const key = await createKey(auth, owner);
    auth.billing.delayMs = 4_000;
    const { caller } = await authenticate(key.key);
    auth.billing.delayMs = 0;
    expect(caller?.balanceNanos).toBe(0n);
    expect(
      auth.logs
        .lines()
        .some(({ message }) => message === 'balance unknown, smaller rate tier used'),
    ).toBe(true);
  });

  it('changes only what may be changed, in both spellings', async () => {
    const key = await createKey(auth, owner);
    const answer = await patch(key.id, {
      enabled: true,
      spendLimitUsd: 3,
      spendLimitPeriod: 'month',
      allowedCidrs: ['2001:DB8::1'],
      label: 'ci',
      keyType: 'management',
      userId: 'user_other',
      keyHash: 'x',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ updated: true });
    const { caller } = await authenticate(key.key);
    expect(caller).toMatchObject({
      kind: 1,
      userId: owner.userId,
      limitNanos: 3_000_000_000n,
      limitPeriod: 'monthly',
      allowedCidrs: ['2001:db8::1'],
    });
    await patch(key.id, { limit: null, allowed_cidrs: [] });
    expect((await authenticate(key.key)).caller).toMatchObject({
      limitNanos: undefined,
      limitPeriod: '',
      allowedCidrs: [],
    });
  });

  it('refuses a bad label, contradictions and an end in the past', async () => {
    const key = await createKey(auth, owner);
    const bodies = [
      { name: '' },
      { name: 'one', label: 'other' },
      { limit: 1, spendLimitUsd: 2 },
      { enabled: true, disabled: true },
      { spendLimitPeriod: 'hourly' },
      { expires_at: '2001-01-01T00:00:00Z' },
    ];
    for (const body of bodies) expect((await patch(key.id, body)).status).toBe(400);
    const created = await auth
      .send('post', '/api/account/keys', owner.caller)
      .send({ name: 'x', expires_at: '2001-01-01' });
    expect(created.status).toBe(400);
  });

  it('is renamed by a session, and not on PATCH /v1/keys/{id}', async () => {
    const key = await createKey(auth, owner);
    expect((await patch(key.id, { name: 'renamed' })).body).toEqual({ updated: true });
    expect((await authenticate(key.key)).caller?.label).toBe('renamed');
    const fixed = await auth
      .send('patch', `/v1/keys/${key.id}`, owner.caller)
      .send({ name: 'again' });
    expect(fixed.status).toBe(400);
    expect((fixed.body as { error: unknown }).error).toMatchObject({ param: 'name' });
    const same = await auth
      .send('patch', `/v1/keys/${key.id}`, owner.caller)
      .send({ name: 'renamed' });
    expect(same.status).toBe(200);
  });

  it('refuses a disabled, an expired and a deleted key alike', async () => {
    const [disabled, expired, deleted] = await Promise.all([
      createKey(auth, owner),
      createKey(auth, owner),
      createKey(auth, owner),
    ]);
    await patch(disabled.id, { disabled: true });
    await auth.sql.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.id]);
    const gone = await auth.send('delete', `/api/account/keys/${deleted.id}`, owner.caller);
    expect(gone.status).toBe(204);
    for (const { key } of [disabled, expired, deleted]) {
      await expect(authenticate(key)).rejects.toMatchObject({ reason: 'unauthenticated' });
    }
    await expect(authenticate('sk-tg-unknown')).rejects.toMatchObject({
      reason: 'unauthenticated',
    });
    await patch(disabled.id, { enabled: true });
    await expect(authenticate(disabled.key)).resolves.toBeDefined();
    expect((await patch(deleted.id, { enabled: true })).status).toBe(404);
  });

  it('answers a foreign key byte for byte as one that does not exist', async () => {
    const key = await createKey(auth, owner);
    const stranger = await signUp(auth);
    const foreign = await patch(key.id, { enabled: false }, stranger);
    const none = await patch('key_01J9ZZZZZZZZZZZZZZZZZZZZZZ', { enabled: false }, stranger);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(none.text);
    const deleted = await auth.send('delete', `/api/account/keys/${key.id}`, stranger.caller);
    expect(deleted.status).toBe(404);
    await expect(authenticate(key.key)).resolves.toBeDefined();
  });

  it('pages through the list and leaves disabled keys out on demand', async () => {
    const person = await signUp(auth);
    const keys = [];
    for (const name of ['a', 'b', 'c']) keys.push(await createKey(auth, person, { name }));
    await patch(keys[1]?.id ?? '', { enabled: false }, person);
    const list = async (query: string): Promise<string[]> => {
      const answer = await auth.send('get', `/api/account/keys${query}`, person.caller);
      return (answer.body as { keys: { name: string }[] }).keys.map(({ name }) => name);
    };
    expect(await list('')).toEqual(['a', 'b', 'c']);
    expect(await list('?include_disabled=false')).toEqual(['a', 'c']);
    expect(await list('?offset=1&limit=1')).toEqual(['b']);
    const bad = await auth.send('get', '/api/account/keys?limit=1000', person.caller);
    expect(bad.status).toBe(400);
  });

  it('shows spend from the book on GET /v1/key and GET /v1/auth/key', async () => {
    const person = await signUp(auth);
    const capped = await createKey(auth, person, { limit: 25, limit_reset: 'monthly' });
    const open = await createKey(auth, person, { keyType: 'management' });
    auth.billing.balances.set(person.userId, 42_500_000_000n);
    auth.billing.usages.set(capped.id, {
      totalNanos: 7_000_000_000n,
      dayNanos: 500_000_000n,
      weekNanos: 2_000_000_000n,
      monthNanos: 6_250_000_000n,
      requests: 900n,
      dayRequests: 40n,
      weekRequests: 160n,
      monthRequests: 812n,
    });
    const ask = async (path: string, keyId: string, kind: 'standard_key' | 'management_key') =>
      (await auth.send('get', path, { ...person.caller, kind, keyId })).body as unknown;
    const rateLimit = {
      requests: 200,
      interval: '1m',
      note: 'Requests per minute for this account, shared by all of its keys.',
    };
    expect(await ask('/v1/key', capped.id, 'standard_key')).toEqual({
      data: {
        label: 'ci',
        limit: 25,
        limit_remaining: 18.75,
        limit_reset: 'monthly',
        expires_at: null,
        is_free_tier: false,
        is_management_key: false,
        is_provisioning_key: false,
        usage: 7,
        usage_daily: 0.5,
        usage_weekly: 2,
        usage_monthly: 6.25,
        requests: 900,
        requests_daily: 40,
        requests_weekly: 160,
        requests_monthly: 812,
        rate_limit: rateLimit,
      },
    });
    expect(await ask('/v1/auth/key', capped.id, 'standard_key')).toEqual({
      data: { label: 'ci', usage: 7, limit: 25, is_free_tier: false, rate_limit: rateLimit },
    });
    expect(await ask('/v1/key', open.id, 'management_key')).toMatchObject({
      data: { limit: null, limit_remaining: 42.5, limit_reset: null, is_management_key: true },
    });
  });

  it('invalidates every edge at once, with a version that grows by one', async () => {
    const key = await createKey(auth, owner);
    const subscriber = new Redis(auth.redis.url);
    const messages: { version: number; keyHash?: string }[] = [];
    await subscriber.subscribe('tollgate:auth:invalidate');
    subscriber.on('message', (_channel, text) =>
      messages.push(JSON.parse(text) as { version: number }),
    );
    await patch(key.id, { enabled: false });
    await auth.send('delete', `/api/account/keys/${key.id}`, owner.caller);
    await waitUntil(() => messages.length === 2, { timeoutMs: 30_000 });
    const keyHash = hashSecret(key.key);
    const [first, second] = messages;
    const atMs = expect.any(Number) as number;
    expect(first).toEqual({ version: expect.any(Number), keyHash, atMs });
    expect(second).toEqual({ version: (first?.version ?? 0) + 1, keyHash, atMs });
    subscriber.disconnect();
  });

  it('puts every change into the audit log, with before and after and without the secret', async () => {
    const person = await signUp(auth);
    const key = await createKey(auth, person, { limit: 1 });
    await patch(key.id, { limit: 2 }, person);
    await auth.send('delete', `/api/account/keys/${key.id}`, person.caller);
    const read = (): readonly AuditRecorded[] =>
      auth.auditEvents.filter(({ actor }) => actor?.id === person.userId);
    await waitUntil(() => read().length === 4, { timeoutMs: 30_000 });
    // The log keeps the order of one target only.
    const events = read().toSorted((left, right) => (left.id < right.id ? -1 : 1));
    expect(events.map(({ action }) => action)).toEqual([
      'user.signup',
      'key.create',
      'key.update',
      'key.delete',
    ]);
    const settings = {
      label: 'ci',
      keyType: 'standard',
      enabled: true,
      spendLimitPeriod: null,
      expiresAt: null,
      allowedCidrs: [],
      freeFallback: true,
    };
    const update = events[2];
    expect(update).toMatchObject({
      actor: { type: 'user', id: person.userId, email: person.email },
      target: { type: 'key', id: key.id },
      ip: '203.0.113.9',
      requestId: expect.stringMatching(/^req_/),
    });
    expect(JSON.parse(update?.beforeJson ?? '')).toEqual({ ...settings, spendLimitUsd: 1 });
    expect(JSON.parse(update?.afterJson ?? '')).toEqual({ ...settings, spendLimitUsd: 2 });
    expect(JSON.stringify(events)).not.toContain(key.key);
    expect(JSON.stringify(auth.logs.lines())).not.toContain(key.key);
  });

  it('keeps the chain of before and after whole when two changes meet', async () => {
    const person = await signUp(auth);
    const key = await createKey(auth, person, { limit: 0 });
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => patch(key.id, { limit: index + 1 }, person)),
    );
    const listUpdates = (): readonly AuditRecorded[] =>
      auth.auditEvents.filter(
        ({ action, target }) => action === 'key.update' && target?.id === key.id,
      );
    await waitUntil(() => listUpdates().length >= 8, { timeoutMs: 30_000 });
    const updates = listUpdates();
    expect(updates).toHaveLength(8);
    updates.slice(1).forEach((event, index) => {
      expect(event.beforeJson).toBe(updates[index]?.afterJson);
    });
  });

  it('answers overloaded, never unauthenticated, while the keys cannot be read', async () => {
    const key = await createKey(auth, owner);
    const locked = auth.sql.withTransaction(async (transaction) => {
      await transaction.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
      const call = auth.rpc.authenticateKey.bind(auth.rpc);
      const request = { keyHash: hashSecret(key.key) };
      return callUnary(call, request, { deadlineMs: 8_000 }).catch((error: unknown) => error);
    });
    expect(await locked).toMatchObject({ reason: 'overloaded', status: 503 });
    await expect(authenticate(key.key)).resolves.toBeDefined();
  });
});
