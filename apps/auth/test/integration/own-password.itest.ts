import { hashSecret } from '@tollgate/ids';
import { readCookie } from '@tollgate/identity';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { password, signUp, type SignedUp } from '../support/accounts';
import { listMails, waitForEmptyQueue, waitForToken } from '../support/mails';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

const newPassword = 'an even better password';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const logIn = (email: string, given: string) =>
  auth.send('post', '/api/auth/login').send({ email, password: given });

/** Whether a session's cookie still opens the door. */
async function isLive(token: string): Promise<boolean> {
  const call = auth.rpc.authenticateSession.bind(auth.rpc);
  return callUnary(call, { tokenHash: hashSecret(token) }, { deadlineMs: 20_000 }).then(
    () => true,
    () => false,
  );
}

async function openSecond({ email }: SignedUp): Promise<string> {
  const { headers } = await logIn(email, password);
  return readCookie(headers['set-cookie']?.[0], 'tollgate_session') ?? '';
}

describe('changing the own password', () => {
  const change = ({ caller }: SignedUp, body: object) =>
    auth.send('post', '/api/account/password', caller).send(body);

  it('ends every other session and every mailed token', async () => {
    const ada = await signUp(auth);
    const second = await openSecond(ada);
    await auth.send('post', '/api/auth/password/forgot').send({ email: ada.email });
    const token = await waitForToken(auth, ada.email, 'reset-password');
    const answer = await change(ada, { current: password, new: newPassword });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect([await isLive(ada.token), await isLive(second)]).toEqual([true, false]);
    expect((await logIn(ada.email, password)).status).toBe(401);
    expect((await logIn(ada.email, newPassword)).status).toBe(200);
    const reset = { token, password: 'a third password' };
    expect((await auth.send('post', '/api/auth/password/reset').send(reset)).status).toBe(400);
    const entry = await waitUntil(
      () =>
        auth.auditEvents.find(({ action, target }) => {
          return action === 'user.password.change' && target?.id === ada.userId;
        }),
      { timeoutMs: 30_000, what: 'the audit entry' },
    );
    expect(entry.afterJson).toBe('{"sessionsEnded":1}');
  });

  it('needs the current one, ten wrong guesses are the most', async () => {
    const ada = await signUp(auth);
    const guess = (index: number) => change(ada, { current: `g ${index}`, new: newPassword });
    const statuses = (await Promise.all(Array.from({ length: 14 }, (_, i) => guess(i)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await change(ada, { current: password, new: newPassword })).status).toBe(429);
  });

  it('lets one of two parallel changes win', async () => {
    const ada = await signUp(auth);
    const wanted = ['first new password', 'second new password'];
    const answers = await Promise.all(
      wanted.map((text) => change(ada, { current: password, new: text })),
    );
    const winners = wanted.filter((_, index) => answers[index]?.status === 204);
    expect(winners).toHaveLength(1);
    expect((await logIn(ada.email, winners[0] ?? '')).status).toBe(200);
  });

  it.each([
    [{}, 'current'],
    [{ current: password }, 'new'],
    [{ current: password, new: 'short' }, 'new'],
    [{ current: 7, new: newPassword }, 'current'],
  ])('refuses %j', async (body, param) => {
    const answer = await change(await signUp(auth), body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { param } });
  });
});

describe('ending the other sessions', () => {
  it('leaves only the session that asks', async () => {
    const [ada, bob] = [await signUp(auth), await signUp(auth)];
    const others = [await openSecond(ada), await openSecond(ada)];
    const end = () => auth.send('delete', '/api/account/sessions', ada.caller);
    expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
    expect(await Promise.all([ada.token, bob.token, ...others].map(isLive))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('asking for another confirmation mail', () => {
  const resend = (email: string) =>
    auth.send('post', '/api/auth/verify-email/resend').send({ email });
  const count = (email: string) =>
    listMails(auth, email).filter(({ text }) => text.includes('/verify-email?')).length;

  it('is answered alike for every address, and mails at most three an hour', async () => {
    const ada = await signUp(auth);
    await waitForToken(auth, ada.email, 'verify-email');
    const answers = [];
    for (let index = 0; index < 6; index++) answers.push(await resend(ada.email));
    const unknown = await resend('nobody@example.com');
    expect([...answers, unknown].every(({ status }) => status === 202)).toBe(true);
    expect(new Set([...answers, unknown].map(({ text }) => text)).size).toBe(1);
    await waitForEmptyQueue(auth);
    expect(count(ada.email)).toBe(4);
    expect(listMails(auth, 'nobody@example.com')).toEqual([]);
    // Mails that wait together may leave in any order; the token that was made last counts.
    const tokens = listMails(auth, ada.email).flatMap(
      ({ text }) => /\?token=([\w-]{43})$/m.exec(text)?.[1] ?? [],
    );
    const statuses: number[] = [];
    for (const token of tokens)
      statuses.push((await auth.send('post', '/api/auth/verify-email').send({ token })).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  });

  it('mails nothing to an address that is verified', async () => {
    const ada = await signUp(auth);
    const token = await waitForToken(auth, ada.email, 'verify-email');
    await auth.send('post', '/api/auth/verify-email').send({ token });
    expect((await resend(ada.email)).status).toBe(202);
    await waitForEmptyQueue(auth);
    expect(count(ada.email)).toBe(1);
  });
});
