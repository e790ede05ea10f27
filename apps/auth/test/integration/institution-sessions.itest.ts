import { Redis } from 'ioredis';
import { CallerKind } from '@tollgate/contracts';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import {
  createInstitutionKey,
  openInstitution,
  signIn,
  type Institution,
} from '../support/institutions';
import { asOrgManager, createOrgKey, join } from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

let auth: AuthUnderTest;
let uni: Institution;
beforeAll(async () => {
  auth = await startAuth();
  uni = await openInstitution(auth);
});
afterAll(() => auth.stop());

let person = 0;
const makeEmail = (institution = uni) => `person${++person}@${institution.domain}`;
const path = (rest: string, institution = uni) => `/api/orgs/${institution.orgId}/${rest}`;

async function authenticate(token: string) {
  const call = auth.rpc.authenticateKey.bind(auth.rpc);
  const request = { keyHash: hashSecret(token) };
  return (await callUnary(call, request, { deadlineMs: 20_000 })).caller;
}

async function isLive(token: string): Promise<boolean> {
  return authenticate(token).then(
    () => true,
    () => false,
  );
}

interface ListedSession {
  readonly id: string;
  readonly email: string;
  readonly status: string;
}

async function list(query = '', institution = uni): Promise<readonly ListedSession[]> {
  const url = path(`edu-sessions${query}`, institution);
  return (await auth.send('get', url, institution.admin.caller)).body.sessions as ListedSession[];
}

describe('a session of an institution', () => {
  it('calls for the organization within the bounds that it set', async () => {
    const bounded = await openInstitution(auth, {
      sessionTtlSeconds: 600,
      quotaRequests: 10n,
      quotaTokens: 2_000n,
      quotaNanos: 3_000_000_000n,
    });
    auth.billing.balances.set(bounded.orgId, 50_000_000_000n);
    const email = makeEmail(bounded);
    const { expiresAt, token } = await signIn(auth, bounded, email);
    const [session] = await list('', bounded);
    const caller = await authenticate(token);
    expect(caller).toMatchObject({
      kind: CallerKind.CALLER_KIND_INSTITUTION_SESSION,
      userId: '',
      keyId: session?.id,
      sessionId: session?.id,
      walletId: bounded.orgId,
      orgId: bounded.orgId,
      label: `edu:${email}`,
      balanceNanos: 50_000_000_000n,
      limitNanos: 3_000_000_000n,
      limitPeriod: '',
      quotaRequests: 10n,
      quotaTokens: 2_000n,
    });
    expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    expect(new Date(expiresAt).getTime() - Date.now()).toBeGreaterThan(590_000);
    await auth.sql.query('UPDATE institution_sessions SET expires_at = now() WHERE id = $1', [
      session?.id,
    ]);
    expect(await isLive(token)).toBe(false);
    expect(await list('?status=expired', bounded)).toMatchObject([{ id: session?.id }]);
  });

  it('sees its own limits and usage on GET /v1/key, but not the institution’s balance', async () => {
    const quotas = { quotaNanos: 3_000_000_000n, quotaTokens: 500n, quotaRequests: 10n };
    const bounded = await openInstitution(auth, quotas);
    for (const [institution, limit, remaining, requests, tokens] of [
      [bounded, 3, 1.75, 10, 500],
      [uni, null, null, null, null],
    ] as const) {
      auth.billing.balances.set(institution.orgId, 77_000_000_000n);
      const email = makeEmail(institution);
      const { token } = await signIn(auth, institution, email);
      const caller = await authenticate(token);
      const sessionId = caller?.sessionId ?? '';
      auth.billing.usages.set(sessionId, {
        totalNanos: 1_250_000_000n,
        requests: 4n,
        totalTokens: 90n,
      });
      const { body, text } = await auth.send('get', '/v1/key', {
        kind: 'institution_session',
        keyId: sessionId,
        sessionId,
        walletId: institution.orgId,
        org: { orgId: institution.orgId, teamId: '', memberId: '' },
      });
      expect(body.data).toMatchObject({
        label: `edu:${email}`,
        limit,
        limit_remaining: remaining,
        usage: 1.25,
        requests: 4,
        is_management_key: false,
        session_quota: { requests, tokens, tokens_used: 90 },
      });
      expect(text).not.toContain('77');
    }
  });

  it('is the oldest to go when a person has too many', async () => {
    const few = await openInstitution(auth, { maxSessionsPerEmailPerKey: 2 });
    const email = makeEmail(few);
    const codes: string[] = [];
    const tokens: string[] = [];
    for (let index = 0; index < 3; index++) {
      const { code, token } = await signIn(auth, few, email, codes);
      codes.push(code);
      tokens.push(token);
    }
    const other = await signIn(auth, few, makeEmail(few));
    expect(await Promise.all([...tokens, other.token].map(isLive))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const statuses = (await list(`?email=${email.toUpperCase()}`, few)).map(({ status }) => status);
    expect(statuses).toEqual(['active', 'active', 'revoked']);
    await waitUntil(
      () =>
        auth.auditEvents.some(
          ({ action, orgId }) => action === 'edu.session.revoked' && orgId === few.orgId,
        ),
      { timeoutMs: 30_000 },
    );
  });

  it('is listed with its usage', async () => {
    const email = makeEmail();
    await signIn(auth, uni, email);
    const [{ id } = { id: '' }] = await list(`?email=${email}`);
    auth.billing.usages.set(id, {
      totalNanos: 2_500_000_000n,
      requests: 7n,
      totalTokens: 900n,
      lastUsedMs: 1_800_000_000_000n,
    });
    expect(await list(`?email=${email}&status=active`)).toEqual([
      {
        id,
        email,
        keyId: uni.keyId,
        keyName: 'campus',
        status: 'active',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        lastUsed: '2027-01-15T08:00:00Z',
        requests: 7,
        tokens: 900,
        spend: 2.5,
        quota: { requests: null, tokens: null, usd: null },
      },
    ]);
    for (const status of ['active', 'expired', 'revoked']) {
      const answer = await auth.send(
        'get',
        path(`edu-sessions?status=${status}`),
        uni.admin.caller,
      );
      expect([status, answer.status]).toEqual([status, 200]);
    }
    expect((await auth.send('get', path('edu-sessions?status=x'), uni.admin.caller)).status).toBe(
      400,
    );
  });
});

describe('ending sessions', () => {
  it('works for one, for a person, for a key and for all, and invalidates every edge', async () => {
    const school = await openInstitution(auth);
    const second = await createInstitutionKey(auth, school);
    const emails = Array.from({ length: 4 }, () => makeEmail(school));
    const sessions = [];
    for (const [index, email] of emails.entries()) {
      sessions.push(await signIn(auth, index === 2 ? second : school, email));
    }
    const tokens = sessions.map(({ token }) => token);
    const seen: string[] = [];
    const watcher = new Redis(auth.redis.url);
    await watcher.subscribe('tollgate:auth:invalidate');
    watcher.on('message', (_channel, text) => seen.push(text));
    const by = school.admin.caller;
    const revoke = (body: object) =>
      auth.send('post', path('edu-sessions/revoke', school), by).send(body);

    const [first] = await list(`?email=${emails[0]}`, school);
    const one = path(`edu-sessions/${first?.id}`, school);
    expect((await auth.send('delete', one, by)).status).toBe(204);
    expect((await auth.send('delete', one, by)).status).toBe(404);
    expect((await auth.send('delete', path('edu-sessions/x', school), by)).status).toBe(404);
    expect((await revoke({ email: emails[1]?.toUpperCase() })).body).toEqual({ revoked: 1 });
    expect((await revoke({ keyId: second.keyId })).body).toEqual({ revoked: 1 });
    expect(await Promise.all(tokens.map(isLive))).toEqual([false, false, false, true]);
    expect((await revoke({})).status).toBe(400);
    expect((await revoke({ all: false })).status).toBe(400);
    expect((await revoke({ all: true })).body).toEqual({ revoked: 1 });
    expect((await revoke({ all: true })).body).toEqual({ revoked: 0 });
    expect(await isLive(tokens[3] ?? '')).toBe(false);
    await waitUntil(() => seen.length >= 4, { timeoutMs: 30_000 });
    expect(seen.every((text) => text.includes(school.orgId))).toBe(true);
    watcher.disconnect();
    const read = () =>
      auth.auditEvents.filter(
        ({ action, orgId }) => action === 'edu.session.revoked' && orgId === school.orgId,
      );
    await waitUntil(() => read().length >= 4, { timeoutMs: 30_000 });
    expect(read().map(({ actor }) => actor?.id)).toEqual(
      Array.from({ length: 4 }, () => school.admin.userId),
    );
  });

  it('comes with the end of their key, and with that of the organization', async () => {
    const school = await openInstitution(auth);
    const { token } = await signIn(auth, school, makeEmail(school));
    const url = path(`edu-keys/${school.keyId}`, school);
    const off = await auth.send('patch', url, school.admin.caller).send({ enabled: false });
    expect(off.body).toMatchObject({ id: school.keyId, enabled: false });
    expect(await isLive(token)).toBe(true);
    expect((await auth.send('delete', url, school.admin.caller)).status).toBe(204);
    expect(await isLive(token)).toBe(false);
    expect((await auth.send('delete', url, school.admin.caller)).status).toBe(404);

    const again = { ...school, ...(await createInstitutionKey(auth, school)) };
    const later = await signIn(auth, again, makeEmail(school));
    const call = auth.directory.disableOrgKeys.bind(auth.directory);
    const whole = { orgId: school.orgId, memberId: '', teamId: '', requestId: 'req_1' };
    await callUnary(call, whole, { deadlineMs: 20_000 });
    expect(await isLive(later.token)).toBe(false);
    await expect(signIn(auth, again, makeEmail(school))).rejects.toThrow();
  });
});

describe('the keys of an institution', () => {
  it('are managed only by an org_admin or its management key', async () => {
    const manager = await createOrgKey(auth, uni, uni.admin.caller, { keyType: 'management' });
    const byKey = asOrgManager(uni, uni.admin, manager);
    const viewer = await join(auth, uni.org, 'billing_viewer');
    const member = await join(auth, uni.org, 'member');
    const stranger = await openInstitution(auth);
    const routes = [
      ['get', 'edu-keys', {}],
      ['post', 'edu-keys', { name: 'x' }],
      ['patch', `edu-keys/${uni.keyId}`, { enabled: true }],
      ['get', 'edu-sessions', {}],
      ['post', 'edu-sessions/revoke', { email: 'nobody@example.com' }],
    ] as const;
    for (const [method, rest, body] of routes) {
      const ask = async (by: typeof byKey) => {
        const sent = auth.send(method, path(rest), by);
        return (await (method === 'get' ? sent : sent.send(body))).status;
      };
      expect([200, 201]).toContain(await ask(byKey));
      expect(await ask(viewer.caller)).toBe(403);
      expect(await ask(member.caller)).toBe(403);
      expect(await ask(stranger.admin.caller)).toBe(404);
      expect(await ask({ ...uni.admin.caller, kind: 'standard_key' })).toBe(401);
    }
  });

  it('show their secret once, and appear in the audit log without it', async () => {
    const url = path('edu-keys');
    const made = await auth
      .send('post', url, uni.admin.caller)
      .set('idempotency-key', 'k1')
      .send({ name: 'library', expiresAt: '2030-01-01T00:00:00Z' });
    const { id, key } = made.body as { id: string; key: string };
    expect(key).toMatch(/^sk-edu-[0-9A-Za-z]{43}$/);
    const replayed = await auth
      .send('post', url, uni.admin.caller)
      .set('idempotency-key', 'k1')
      .send({ name: 'library', expiresAt: '2030-01-01T00:00:00Z' });
    expect(replayed.body).toMatchObject({ id, key: null });
    const listed = await auth.send('get', url, uni.admin.caller);
    expect(listed.body.keys).toContainEqual({
      id,
      name: 'library',
      keyPrefix: key.slice(0, 12),
      keySuffix: key.slice(-4),
      enabled: true,
      expiresAt: '2030-01-01T00:00:00Z',
      createdAt: expect.any(String),
      teacherIds: [],
    });
    expect(listed.text).not.toContain(key);
    const find = () => auth.auditEvents.find(({ target }) => target?.id === id);
    await waitUntil(() => find() !== undefined, { timeoutMs: 30_000 });
    expect(find()).toMatchObject({ action: 'org.key.create', orgId: uni.orgId });
    expect(JSON.stringify(find()?.afterJson)).not.toContain(key);
  });
});
