import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { Redis } from 'ioredis';
import { createKey, signUp, type CreatedKey, type SignedUp } from '../support/accounts';
import { asOrgManager, createOrgKey, join, openOrganization } from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

let auth: AuthUnderTest;
let owner: SignedUp;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  owner = await signUp(auth);
});

const daySeconds = 86_400;

async function authenticate(secret: string) {
  const call = auth.rpc.authenticateKey.bind(auth.rpc);
  const { caller } = await callUnary(call, { keyHash: hashSecret(secret) }, { deadlineMs: 20_000 });
  return caller;
}

async function isRefused(secret: string): Promise<boolean> {
  return authenticate(secret).then(
    () => false,
    (error: { reason?: string }) => error.reason === 'unauthenticated',
  );
}

function send(keyId: string, body: object | undefined, by: SignedUp = owner) {
  return auth.send('post', `/api/account/keys/${keyId}/rotate`, by.caller).send(body);
}

async function rotate(keyId: string, body: object = {}): Promise<CreatedKey> {
  const answer = await send(keyId, body);
  expect(answer.status).toBe(200);
  return answer.body as CreatedKey;
}

describe('a rotated key', () => {
  it('works with both secrets as one key until the grace ends', async () => {
    const key = await createKey(auth, owner, {
      limit: 3,
      limit_reset: 'daily',
      allowedCidrs: ['10.0.0.1'],
    });
    auth.billing.usages.set(key.id, { totalNanos: 2_000_000_000n, dayNanos: 2_000_000_000n });
    const rotated = await rotate(key.id);
    const endsAt = Date.parse(rotated['previousSecretEndsAt'] as string);
    expect(endsAt - Date.now()).toBeGreaterThan((daySeconds - 60) * 1_000);
    expect(endsAt - Date.now()).toBeLessThanOrEqual(daySeconds * 1_000);
    expect(rotated.key).not.toBe(key.key);
    expect(rotated).toMatchObject({
      id: key.id,
      name: 'ci',
      limit: 3,
      limit_remaining: 1,
      usage: 2,
      keyPrefix: rotated.key.slice(0, 12),
      keySuffix: rotated.key.slice(-4),
      allowedCidrs: ['10.0.0.1'],
    });
    const [before, after] = [await authenticate(key.key), await authenticate(rotated.key)];
    expect(Number(before?.expiresAtMs)).toBeGreaterThan(Date.now());
    expect(Math.abs(Number(before?.expiresAtMs) - endsAt)).toBeLessThan(1_000);
    expect(after).toEqual({ ...before, expiresAtMs: 0n });
    expect(after).toMatchObject({ keyId: key.id, limitNanos: 3_000_000_000n });
  });

  it('refuses the old secret after the grace, and at once without one', async () => {
    const key = await createKey(auth, owner);
    // Long enough to ask once before its end.
    const rotated = await rotate(key.id, { graceSeconds: 5 });
    expect(await isRefused(key.key)).toBe(false);
    await waitUntil(() => isRefused(key.key), { timeoutMs: 30_000 });
    expect(await isRefused(rotated.key)).toBe(false);
    const list = await auth.send('get', '/api/account/keys', owner.caller);
    expect(list.body).toMatchObject({ keys: [{ previousSecretEndsAt: null }] });

    const last = await rotate(key.id, { graceSeconds: 0 });
    expect(last['previousSecretEndsAt']).toBeNull();
    expect(await isRefused(rotated.key)).toBe(true);
    expect(await isRefused(last.key)).toBe(false);
  });

  it('ends with the key when that expires before the grace does', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const key = await createKey(auth, owner, { expiresAt: expiresAt.toISOString() });
    await rotate(key.id, { graceSeconds: 3_600 });
    expect((await authenticate(key.key))?.expiresAtMs).toBe(BigInt(expiresAt.getTime()));
  });

  it('keeps only the newest two secrets when it is rotated twice in one grace', async () => {
    const first = await createKey(auth, owner);
    const second = await rotate(first.id);
    const third = await rotate(first.id);
    expect(await isRefused(first.key)).toBe(true);
    expect(await isRefused(second.key)).toBe(false);
    expect(await isRefused(third.key)).toBe(false);
  });

  it('leaves the last secret and one before it when rotations meet', async () => {
    const key = await createKey(auth, owner);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(key.id, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const secrets = [key.key, ...answers.map(({ body }) => (body as CreatedKey).key)];
    expect(new Set(secrets).size).toBe(7);
    const refused = await Promise.all(secrets.map(isRefused));
    expect(refused.filter((isOut) => !isOut)).toHaveLength(2);
    expect(refused[0]).toBe(true);
  });

  it.each(['delete', 'disable'])('refuses both secrets after %s', async (change) => {
    const key = await createKey(auth, owner);
    const rotated = await rotate(key.id);
    const subscriber = new Redis(auth.redis.url);
    const hashes: (string | undefined)[] = [];
    await subscriber.subscribe('tollgate:auth:invalidate');
    subscriber.on('message', (_channel, text) =>
      hashes.push((JSON.parse(text) as { keyHash?: string }).keyHash),
    );
    const path = `/api/account/keys/${key.id}`;
    const answer =
      change === 'delete'
        ? await auth.send('delete', path, owner.caller)
        : await auth.send('patch', path, owner.caller).send({ enabled: false });
    expect(answer.status).toBeLessThan(300);
    expect(await isRefused(key.key)).toBe(true);
    expect(await isRefused(rotated.key)).toBe(true);
    await waitUntil(() => hashes.length === 2, { timeoutMs: 30_000 });
    expect(hashes).toEqual([hashSecret(rotated.key), hashSecret(key.key)]);
    subscriber.disconnect();
    expect((await send(key.id, {})).status).toBe(change === 'delete' ? 404 : 200);
  });

  it('is rotated once per Idempotency-Key, and its secret is kept nowhere', async () => {
    const key = await createKey(auth, owner);
    const call = () => send(key.id, { graceSeconds: 60 }).set('idempotency-key', 'once');
    const first = await call();
    const again = await call();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual({ ...(first.body as object), key: null });
    expect(await isRefused(key.key)).toBe(false);
    const secret = (first.body as CreatedKey).key;
    const { rows } = await auth.sql.query<{ dump: string }>(
      `SELECT (SELECT string_agg(k::text, ' ') FROM api_keys k) || ' ' ||
              (SELECT string_agg(i::text, ' ') FROM idempotency_keys i) AS dump`,
    );
    expect(rows[0]?.dump).not.toContain(secret);
  });

  it('is not rotated again by a call that died before its answer', async () => {
    const key = await createKey(auth, owner);
    const call = () => send(key.id, {}).set('idempotency-key', 'died');
    const { key: secret } = (await call()).body as CreatedKey;
    await auth.sql.query(
      `UPDATE idempotency_keys SET status = NULL, body = NULL, claimed_at = now() - interval '1 hour'
       WHERE account = $1 AND key = 'died'`,
      [owner.userId],
    );
    const again = await call();
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: key.id, key: null });
    expect(await isRefused(secret)).toBe(false);
    expect(await isRefused(key.key)).toBe(false);
  });

  it('takes 0 seconds to 7 days, and nothing else', async () => {
    const key = await createKey(auth, owner);
    for (const body of [
      { graceSeconds: -1 },
      { graceSeconds: 7 * daySeconds + 1 },
      { graceSeconds: 1.5 },
      { graceSeconds: '60' },
      { graceSeconds: null },
      { grace: 60 },
    ]) {
      const answer = await send(key.id, body);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await isRefused(key.key)).toBe(false);
    expect((await send(key.id, { graceSeconds: 7 * daySeconds })).status).toBe(200);
    expect((await send(key.id, undefined)).status).toBe(200);
  });

  it('is not found by strangers, or by malformed and unknown ids', async () => {
    const key = await createKey(auth, owner);
    const stranger = await signUp(auth);
    expect((await send(key.id, {}, stranger)).status).toBe(404);
    expect((await send('key_%00', {})).status).toBe(404);
    expect((await send('key_01J9ZZZZZZZZZZZZZZZZZZZZZZ', {})).status).toBe(404);
    expect(await isRefused(key.key)).toBe(false);
  });

  it('is refused to a session that has ended', async () => {
    const key = await createKey(auth, owner);
    await auth.sql.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
      owner.userId,
    ]);
    expect((await send(key.id, {})).status).toBe(401);
    expect(await isRefused(key.key)).toBe(false);
  });

  it('is in the audit log, without its secrets', async () => {
    const key = await createKey(auth, owner);
    const rotated = await rotate(key.id);
    const read = () =>
      auth.auditEvents.find(
        ({ action, target }) => action === 'key.rotate' && target?.id === key.id,
      );
    await waitUntil(() => read() !== undefined, { timeoutMs: 30_000 });
    expect(JSON.parse(read()?.beforeJson ?? '')).toEqual({ keyPrefix: key.key.slice(0, 12) });
    expect(JSON.parse(read()?.afterJson ?? '')).toMatchObject({
      keyPrefix: rotated.key.slice(0, 12),
    });
    expect(JSON.stringify(auth.auditEvents)).not.toContain(rotated.key);
    expect(JSON.stringify(auth.logs.lines())).not.toContain(rotated.key);
  });
});

describe('a key of an organization', () => {
  it('is rotated by who may change it; a management key only by its member', async () => {
    const acme = await openOrganization(auth);
    const teamAdmin = await join(auth, acme.org, 'team_admin', 'team_1');
    const otherAdmin = await join(auth, acme.org, 'org_admin');
    const viewer = await join(auth, acme.org, 'billing_viewer');
    const of = (key: CreatedKey, by: SignedUp['caller']) =>
      auth.send('post', `/api/orgs/${acme.orgId}/keys/${key.id}/rotate`, by).send({});
    const ofTeam = await createOrgKey(auth, acme, acme.admin.caller, { teamId: 'team_1' });
    const general = await createOrgKey(auth, acme, acme.admin.caller);
    const manager = await createOrgKey(auth, acme, acme.admin.caller, { keyType: 'management' });
    expect((await of(ofTeam, teamAdmin.caller)).status).toBe(200);
    expect((await of(general, teamAdmin.caller)).status).toBe(403);
    expect((await of(general, viewer.caller)).status).toBe(403);
    expect((await of(general, owner.caller)).status).toBe(404);
    expect((await of(manager, otherAdmin.caller)).status).toBe(403);
    expect((await of(manager, acme.admin.caller)).status).toBe(200);
    const asManager = asOrgManager(acme, acme.admin, manager);
    expect((await of(general, asManager)).status).toBe(200);
  });
});
