import { createSoftwareAuthenticator, waitUntil } from '@tollgate/testing';
import { password, signUp, type SignedUp } from '../support/accounts';
import { waitForToken } from '../support/mails';
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

const path = '/api/account/recovery-codes';

async function makeCodes(by = owner): Promise<readonly string[]> {
  const answer = await auth.send('post', path, by.caller).send({ password });
  if (answer.status !== 201) throw new Error(`codes: ${answer.status} ${answer.text}`);
  return (answer.body as { codes: string[] }).codes;
}

async function countLeft(): Promise<number> {
  const answer = await auth.send('get', path, owner.caller);
  return (answer.body as { left: number }).left;
}

function use(code: unknown, email = owner.email) {
  return auth.send('post', '/api/auth/recovery-code').send({ email, code });
}

describe('recovery codes', () => {
  it('are ten, and each signs in once', async () => {
    const codes = await makeCodes();
    expect(new Set(codes).size).toBe(10);
    const [code = '', other = ''] = codes;
    const answer = await use(code);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { id: owner.userId } });
    expect(answer.headers['set-cookie']?.[0]).toContain('tollgate_session=');
    expect((await use(code)).status).toBe(401);
    expect((await use(` ${other.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect(await countLeft()).toBe(8);
    for (const action of ['user.recovery_codes.create', 'user.recovery_codes.use']) {
      const isThere = (): boolean =>
        auth.auditEvents.some(
          (event) => event.action === action && event.actor?.id === owner.userId,
        );
      await waitUntil(isThere, { timeoutMs: 30_000, what: action });
    }
  });

  it('open exactly one session when two uses of one meet', async () => {
    const [code] = await makeCodes();
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countLeft()).toBe(9);
  });

  it('are replaced by newer ones, also when calls meet', async () => {
    const [old] = await makeCodes();
    const sets = await Promise.all(Array.from({ length: 4 }, () => makeCodes()));
    expect((await use(old)).status).toBe(401);
    expect(await countLeft()).toBe(10);
    const answers = await Promise.all(sets.map(([code]) => use(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are stored as hashes', async () => {
    const codes = await makeCodes();
    const { rows } = await auth.sql.query<{ dump: string }>(
      `SELECT string_agg(t::text, ' ') AS dump FROM recovery_codes t`,
    );
    for (const code of codes) {
      expect(rows[0]?.dump).not.toContain(code.replaceAll('-', ''));
      expect(JSON.stringify(auth.logs.lines())).not.toContain(code);
    }
  });

  it('are made with the right password only', async () => {
    const wrong = await auth.send('post', path, owner.caller).send({ password: 'not it at all' });
    expect(wrong.status).toBe(403);
    expect(await countLeft()).toBe(0);
  });

  it('sign in to their own account only, and answer alike for unknown addresses', async () => {
    const [code] = await makeCodes();
    const stranger = await signUp(auth);
    const foreign = await use(code, stranger.email);
    const unknown = await use(code, 'nobody@example.com');
    expect(foreign.status).toBe(401);
    expect(foreign.body).toMatchObject({ error: { message: 'Wrong email or recovery code' } });
    expect(unknown.body).toMatchObject({ error: { message: 'Wrong email or recovery code' } });
    for (const bad of ['', null, 7, 'x'.repeat(1_000)]) expect((await use(bad)).status).toBe(400);
    expect((await use(code)).status).toBe(200);
  });

  it('are locked with the password after ten wrong ones, and stay at a suspended account', async () => {
    const [code] = await makeCodes();
    await auth.sql.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner.userId]);
    expect((await use(code)).status).toBe(403);
    await auth.sql.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [owner.userId]);
    expect(await countLeft()).toBe(10);
    for (let count = 0; count < 10; count += 1) await use('wrong');
    expect((await use(code)).status).toBe(429);
  });
});

describe('a reset of the password', () => {
  async function reset(body: object = {}): Promise<void> {
    await auth.send('post', '/api/auth/password/forgot').send({ email: owner.email });
    const token = await waitForToken(auth, owner.email, 'reset-password');
    const answer = await auth
      .send('post', '/api/auth/password/reset')
      .send({ token, password: 'another good password', ...body });
    if (answer.status !== 204) throw new Error(`reset: ${answer.status} ${answer.text}`);
  }

  async function addPasskey(): Promise<void> {
    const device = createSoftwareAuthenticator({ origin: 'http://localhost:8080' });
    const base = '/api/account/passkeys';
    const begun = await auth.send('post', `${base}/begin`, owner.caller).send({ password });
    type Options = Parameters<typeof device.create>[0];
    const credential = device.create((begun.body as { options: Options }).options);
    const body = { name: 'Laptop', credential };
    const answer = await auth.send('post', `${base}/finish`, owner.caller).send(body);
    if (answer.status !== 201) throw new Error(`finish: ${answer.status} ${answer.text}`);
  }

  async function countPasskeys(): Promise<number> {
    const answer = await auth.send('get', '/api/account/passkeys', owner.caller);
    return (answer.body as { passkeys: unknown[] }).passkeys.length;
  }

  it('deletes what was made before the address was verified', async () => {
    await addPasskey();
    const [code] = await makeCodes();
    await reset();
    expect(await countPasskeys()).toBe(0);
    expect((await use(code)).status).toBe(401);
  });

  it.each([
    ['keeps the passkeys and codes of a verified account', {}, 1],
    ['deletes those of a verified account when it is asked to', { revokeKeys: true }, 0],
  ])('%s', async (_title, body, kept) => {
    await auth.sql.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [
      owner.userId,
    ]);
    await addPasskey();
    const [code] = await makeCodes();
    await reset(body);
    expect(await countPasskeys()).toBe(kept);
    expect((await use(code)).status).toBe(kept === 1 ? 200 : 401);
  });
});
