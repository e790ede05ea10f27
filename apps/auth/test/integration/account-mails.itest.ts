import { rmSync, writeFileSync } from 'node:fs';
import { hashSecret } from '@tollgate/ids';
import { waitUntil } from '@tollgate/testing';
import { password, signUp } from '../support/accounts';
import { listMails, waitForEmptyQueue, waitForToken } from '../support/mails';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

describe('confirming a mail address', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth({ operatorEmails: ['chief@example.com'] });
  });
  afterAll(() => auth.stop());

  const verify = (token: unknown) => auth.send('post', '/api/auth/verify-email').send({ token });
  const readLogs = () => JSON.stringify(auth.logs.lines());
  const readUser = async (userId: string) => {
    const { rows } = await auth.sql.query<{ role: string; email_verified_at: Date | null }>(
      'SELECT role, email_verified_at FROM users WHERE id = $1',
      [userId],
    );
    return { role: rows[0]?.role, isVerified: rows[0]?.email_verified_at != null };
  };

  it('takes the mailed token once', async () => {
    const { caller, email, userId } = await signUp(auth);
    const token = await waitForToken(auth, email, 'verify-email');
    const [mail] = listMails(auth, email);
    expect(mail?.text.split('\n')).toEqual(
      expect.arrayContaining([`http://127.0.0.1:8080/verify-email?token=${token}`, token]),
    );

    expect((await verify(token)).status).toBe(204);
    expect(await readUser(userId)).toEqual({ role: 'user', isVerified: true });
    const account = await auth.send('get', '/api/account', caller);
    expect(account.body).toMatchObject({ user: { emailVerified: true } });

    const again = await verify(token);
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ error: { code: 400, param: 'token' } });
    const entry = await waitUntil(
      () =>
        auth.auditEvents.find(
          ({ action, target }) => action === 'user.email.verify' && target?.id === userId,
        ),
      { timeoutMs: 30_000, what: 'the audit entry' },
    );
    expect(JSON.parse(entry.beforeJson)).toMatchObject({ emailVerified: false });
    expect(JSON.parse(entry.afterJson)).toMatchObject({ emailVerified: true, role: 'user' });
  });

  it('lets one of many parallel attempts through', async () => {
    const { email } = await signUp(auth);
    const token = await waitForToken(auth, email, 'verify-email');
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  });

  it('refuses a token that is too old, of another kind, made up, or no token', async () => {
    const { email, userId } = await signUp(auth);
    const token = await waitForToken(auth, email, 'verify-email');
    await auth.sql.query('UPDATE mail_tokens SET expires_at = now() WHERE user_id = $1', [userId]);
    await auth.sql.query(
      `INSERT INTO mail_tokens (user_id, kind, token_hash, expires_at)
       VALUES ($1, 'reset-password', $2, now() + interval '1 hour')`,
      [userId, hashSecret('of another kind')],
    );
    const messages = new Set<string>();
    for (const wrong of [token, 'of another kind', 'x', '\u0000', "' OR 1=1 --"]) {
      const answer = await verify(wrong);
      expect(answer.status).toBe(400);
      messages.add((answer.body as { error: { message: string } }).error.message);
    }
    expect(messages.size).toBe(1);
    for (const wrong of ['', 7, null, 'x'.repeat(201)]) {
      expect((await verify(wrong)).status).toBe(400);
    }
    expect(await readUser(userId)).toMatchObject({ isVerified: false });
  });

  it('lives for 24 hours and is stored as its hash only', async () => {
    const { email, userId } = await signUp(auth);
    const token = await waitForToken(auth, email, 'verify-email');
    await waitForEmptyQueue(auth);
    const { rows } = await auth.sql.query<{ token_hash: string; hours: string }>(
      `SELECT token_hash, extract(epoch FROM expires_at - now()) / 3600 AS hours
       FROM mail_tokens WHERE user_id = $1`,
      [userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toBe(hashSecret(token));
    expect(Number(rows[0]?.hours)).toBeCloseTo(24, 1);
    expect(readLogs()).not.toContain(token);
  });

  it('gives the operator role to configured addresses once they are verified', async () => {
    const email = 'chief@example.com';
    const answer = await auth.send('post', '/api/auth/signup').send({ email, password });
    const { id, role } = (answer.body as { user: { id: string; role: string } }).user;
    expect(role).toBe('user');
    expect((await verify(await waitForToken(auth, email, 'verify-email'))).status).toBe(204);
    expect(await readUser(id)).toEqual({ role: 'operator', isVerified: true });
  });

  it('is retried while the mail server is away, with a token that works', async () => {
    rmSync(auth.mailDirectory, { recursive: true });
    writeFileSync(auth.mailDirectory, 'not a folder');
    const { email } = await signUp(auth);
    const readRow = async () => {
      const { rows } = await auth.sql.query<{ row: string; tries: number; wait: string }>(
        `SELECT m::text AS row, tries, extract(epoch FROM next_at - now()) AS wait
         FROM mails m WHERE email = $1`,
        [email],
      );
      return rows[0];
    };
    const first = await waitUntil(
      async () => {
        const row = await readRow();
        return row !== undefined && row.tries > 0 ? row : undefined;
      },
      { timeoutMs: 30_000, what: 'the first try' },
    );
    expect(Number(first.wait)).toBeGreaterThan(25);
    await waitUntil(() => readLogs().includes('mail not sent'), {
      timeoutMs: 30_000,
      what: 'the warning',
    });

    rmSync(auth.mailDirectory);
    await auth.sql.query('UPDATE mails SET next_at = now()');
    const token = await waitUntil(
      () => waitForToken(auth, email, 'verify-email').catch(() => undefined),
      { timeoutMs: 30_000, what: 'the second try' },
    );
    await waitForEmptyQueue(auth);
    expect((await verify(token)).status).toBe(204);
  });

  it('is given up after ten tries, with an error in the log', async () => {
    await auth.sql.query(
      `INSERT INTO mails (id, kind, email, tries, next_at)
       VALUES ('last', 'verify-email', 'tired@example.com', 9, now() + interval '1 day')`,
    );
    const answer = await auth
      .send('post', '/api/auth/signup')
      .send({ email: 'tired@example.com', password });
    expect(answer.status).toBe(201);
    await waitForToken(auth, 'tired@example.com', 'verify-email');
    rmSync(auth.mailDirectory, { recursive: true });
    writeFileSync(auth.mailDirectory, 'not a folder');
    await auth.sql.query(`UPDATE mails SET next_at = now() WHERE id = 'last'`);
    await waitUntil(() => readLogs().includes('mail given up'), {
      timeoutMs: 30_000,
      what: 'the end of the tries',
    });
    rmSync(auth.mailDirectory);
    await waitForEmptyQueue(auth);
  });
});

describe('a service that hides who has an account', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth({ hidesAccounts: true });
  });
  afterAll(() => auth.stop());

  const attempt = (email: string, name?: string) =>
    auth.send('post', '/api/auth/signup').send({ email, password, name });

  it('answers a known address like a new one, and reveals it only in the mail', async () => {
    const fresh = await attempt('ada@example.com', 'Ada');
    await waitForToken(auth, 'ada@example.com', 'verify-email');
    const known = await attempt('Ada@example.com', 'Eve');
    const shape = {
      user: {
        id: expect.stringMatching(/^user_[0-9A-Z]{26}$/),
        email: 'ada@example.com',
        name: expect.any(String),
        role: 'user',
        emailVerified: false,
        suspended: false,
        createdAt: expect.any(String),
      },
    };
    for (const answer of [fresh, known]) {
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual(shape);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(fresh.headers).sort());
    const { rows } = await auth.sql.query(`SELECT id, name FROM users`);
    expect(rows).toEqual([{ id: (fresh.body as { user: { id: string } }).user.id, name: 'Ada' }]);
    expect(await auth.sql.query('SELECT 1 FROM sessions')).toMatchObject({ rows: [] });

    const mail = await waitUntil(
      () => listMails(auth, 'ada@example.com').find(({ subject }) => subject.includes('already')),
      { timeoutMs: 30_000, what: 'the mail to the owner' },
    );
    expect(mail.text).not.toContain('token');
    const logIn = { email: 'ada@example.com', password };
    expect((await auth.send('post', '/api/auth/login').send(logIn)).status).toBe(200);
  });

  it('does not flood a mailbox', async () => {
    await attempt('often@example.com');
    await Promise.all(Array.from({ length: 8 }, () => attempt('often@example.com')));
    await waitForEmptyQueue(auth);
    const subjects = listMails(auth, 'often@example.com').map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('already'))).toHaveLength(1);
    expect(subjects).toHaveLength(2);
  });
});
