import type { Caller } from '@tollgate/contracts';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { Redis } from 'ioredis';
import { waitUntil } from '@tollgate/testing';
import { signUp, type SignedUp } from '../support/accounts';
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

const minuteMs = 60_000;

async function authenticate(secret: string): Promise<Caller | undefined> {
  const call = auth.rpc.authenticateKey.bind(auth.rpc);
  const keyHash = hashSecret(secret);
  return (await callUnary(call, { keyHash }, { deadlineMs: 20_000 })).caller;
}

async function isRefused(secret: string): Promise<boolean> {
  return authenticate(secret).then(
    () => false,
    (error: { reason?: string }) => error.reason === 'unauthenticated',
  );
}

function make(by: SignedUp['caller'] = owner.caller) {
  return auth.send('post', '/api/account/playground-token', by);
}

async function makeToken(): Promise<string> {
  const answer = await make();
  expect(answer.status).toBe(201);
  return (answer.body as { token: string }).token;
}

describe('a playground token', () => {
  it('is its user with the same limits, for ten minutes', async () => {
    auth.billing.balances.set(owner.userId, 5n);
    const { body } = await make();
    const { expiresAt, token } = body as { token: string; expiresAt: string };
    expect(token).toMatch(/^sk-tg-pg-[0-9A-Za-z]{43}$/);
    const leftMs = Date.parse(expiresAt) - Date.now();
    expect(leftMs).toBeGreaterThan(9 * minuteMs);
    expect(leftMs).toBeLessThanOrEqual(10 * minuteMs);
    const caller = await authenticate(token);
    expect(caller).toMatchObject({
      kind: 6,
      userId: owner.userId,
      walletId: owner.userId,
      sessionId: owner.caller.sessionId,
      keyId: owner.userId.replace('user_', 'key_'),
      label: 'playground',
      email: owner.email,
      balanceNanos: 5n,
      isOperator: false,
      orgId: '',
    });
    expect(Math.abs(Number(caller?.expiresAtMs) - Date.parse(expiresAt))).toBeLessThan(1_000);
  });

  it('is stored nowhere in clear text', async () => {
    const token = await makeToken();
    const { rows } = await auth.sql.query<{ dump: string }>(
      `SELECT string_agg(t::text, ' ') AS dump FROM playground_tokens t`,
    );
    expect(rows[0]?.dump).toContain(hashSecret(token));
    expect(rows[0]?.dump).not.toContain(token);
    expect(JSON.stringify(auth.logs.lines())).not.toContain(token);
  });

  it('expires, and never outlives its session', async () => {
    const token = await makeToken();
    await auth.sql.query(`UPDATE sessions SET expires_at = now() + interval '1 minute'
       WHERE user_id = '${owner.userId}'`);
    const { expiresAtMs } = (await authenticate(token)) ?? {};
    expect(Number(expiresAtMs) - Date.now()).toBeLessThanOrEqual(minuteMs);
    await auth.sql.query('UPDATE playground_tokens SET expires_at = now() WHERE token_hash = $1', [
      hashSecret(token),
    ]);
    expect(await isRefused(token)).toBe(true);
  });

  it('ends with its session, and is dropped by the edges', async () => {
    const token = await makeToken();
    const subscriber = new Redis(auth.redis.url);
    const hashes: (string | undefined)[] = [];
    await subscriber.subscribe('tollgate:auth:invalidate');
    subscriber.on('message', (_channel, text) =>
      hashes.push((JSON.parse(text) as { keyHash?: string }).keyHash),
    );
    expect((await auth.send('post', '/api/auth/logout', owner.caller)).status).toBe(204);
    expect(await isRefused(token)).toBe(true);
    await waitUntil(() => hashes.includes(hashSecret(token)), { timeoutMs: 30_000 });
    subscriber.disconnect();
    expect((await make()).status).toBe(401);
  });

  it('is suspended with its account, and ends when that is deleted', async () => {
    const token = await makeToken();
    await auth.sql.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner.userId]);
    expect(await authenticate(token)).toMatchObject({ isSuspended: true });
    await auth.sql.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [owner.userId]);
    await auth.sql.query('UPDATE users SET deleted_at = now() WHERE id = $1', [owner.userId]);
    expect(await isRefused(token)).toBe(true);
  });

  it('pushes the oldest of five out, also when calls meet', async () => {
    const first = await makeToken();
    const answers = await Promise.all(Array.from({ length: 12 }, () => make()));
    const tokens = answers.map(({ body }) => (body as { token: string }).token);
    expect(await isRefused(first)).toBe(true);
    const refused = await Promise.all(tokens.map(isRefused));
    expect(refused.filter((isOut) => !isOut)).toHaveLength(5);
    const { rows } = await auth.sql.query<{ count: bigint }>(
      'SELECT count(*) AS count FROM playground_tokens WHERE session_id = $1',
      [owner.caller.sessionId],
    );
    expect(rows[0]?.count).toBe(5n);
  });

  it('is made by a session only', async () => {
    for (const kind of ['standard_key', 'management_key', 'playground_token'] as const) {
      expect((await make({ ...owner.caller, kind })).status).toBe(401);
    }
    expect((await make({ ...owner.caller, sessionId: 'sess_unknown' })).status).toBe(401);
  });
});
