import { readCookie } from '@tollgate/identity';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
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

async function makeToken(userId = owner.userId, from = auth): Promise<string> {
  const call = from.rpc.createSignInToken.bind(from.rpc);
  return (await callUnary(call, { userId }, { deadlineMs: 20_000 })).token;
}

function use(token: unknown) {
  return auth.send('post', '/api/auth/sign-in-link').send({ token });
}

async function countSessions(): Promise<number> {
  const { rows } = await auth.sql.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM sessions WHERE user_id = $1',
    [owner.userId],
  );
  return Number(rows[0]?.count);
}

const refusal = {
  error: {
    message: 'This link is not valid any more. Please ask for a new one.',
    param: 'token',
  },
};

describe('a sign-in link', () => {
  it('opens a session once; a second use is refused', async () => {
    const token = await makeToken();
    const answer = await use(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { id: owner.userId, email: owner.email } });
    const cookie = readCookie(answer.headers['set-cookie']?.[0], 'tollgate_session') ?? '';
    const call = auth.rpc.authenticateSession.bind(auth.rpc);
    const hash = { tokenHash: hashSecret(cookie) };
    const { caller } = await callUnary(call, hash, { deadlineMs: 20_000 });
    expect(caller?.userId).toBe(owner.userId);
    const again = await use(token);
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject(refusal);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('opens exactly one session when two uses meet', async () => {
    const token = await makeToken();
    const before = await countSessions();
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    expect(await countSessions()).toBe(before + 1);
  });

  it('lives for 15 minutes, and is replaced by a newer one', async () => {
    const old = await makeToken();
    const token = await makeToken();
    expect((await use(old)).status).toBe(400);
    const { rows } = await auth.sql.query<{ left: number }>(
      `SELECT extract(epoch FROM expires_at - now())::int AS left FROM mail_tokens
       WHERE token_hash = $1 AND kind = 'sign-in-link'`,
      [hashSecret(token)],
    );
    expect(rows[0]?.left).toBeGreaterThan(14 * 60);
    expect(rows[0]?.left).toBeLessThanOrEqual(15 * 60);
    await auth.sql.query('UPDATE mail_tokens SET expires_at = now() WHERE token_hash = $1', [
      hashSecret(token),
    ]);
    expect((await use(token)).body).toMatchObject(refusal);
  });

  it('opens nothing for a suspended or deleted account', async () => {
    const token = await makeToken();
    await auth.sql.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner.userId]);
    expect((await use(token)).status).toBe(403);
    await auth.sql.query('UPDATE users SET suspended_at = NULL, deleted_at = now() WHERE id = $1', [
      owner.userId,
    ]);
    expect((await use(token)).status).toBe(400);
    await expect(makeToken()).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('is refused when it is malformed, and never one of another kind', async () => {
    for (const token of ['', 'unknown', null, 7, 'x'.repeat(1_000), 'a\0b']) {
      expect((await use(token)).status).toBe(400);
    }
    const token = await makeToken();
    const verified = await auth.send('post', '/api/auth/verify-email').send({ token });
    expect(verified.status).toBe(400);
    const password = 'another good password';
    const reset = await auth.send('post', '/api/auth/password/reset').send({ token, password });
    expect(reset.status).toBe(400);
    expect((await use(token)).status).toBe(200);
  });

  it('is stored as a hash, and its making is in the audit log', async () => {
    const token = await makeToken();
    const { rows } = await auth.sql.query<{ dump: string }>(
      `SELECT string_agg(t::text, ' ') AS dump FROM mail_tokens t`,
    );
    expect(rows[0]?.dump).not.toContain(token);
    const find = () =>
      auth.auditEvents.find(
        ({ action, target }) =>
          action === 'user.sign_in_link.create' && target?.id === owner.userId,
      );
    await waitUntil(() => find() !== undefined, { timeoutMs: 30_000 });
    expect(find()?.actor).toMatchObject({ type: 'system', id: 'stack' });
    expect(JSON.stringify(auth.logs.lines())).not.toContain(token);
  });

  it('is made for users that exist, by callers with the service secret', async () => {
    for (const userId of ['', 'user_\0', 'user_01J9ZZZZZZZZZZZZZZZZZZZZZZ']) {
      await expect(makeToken(userId)).rejects.toMatchObject({ reason: 'not_found' });
    }
  });
});

describe('where links are off', () => {
  it('makes none', async () => {
    const strict = await startAuth({ areLinksEnabled: false });
    try {
      const person = await signUp(strict);
      await expect(makeToken(person.userId, strict)).rejects.toMatchObject({
        reason: 'forbidden',
      });
    } finally {
      await strict.stop();
    }
  });
});
