import { password, signUp, type SignedUp } from '../support/accounts';
import { listMails, waitForEmptyQueue, waitForLogInCode } from '../support/mails';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const home = '203.0.113.9';
const away = '192.0.2.77';
const logIn = (email: string, body: object, clientIp = home) =>
  auth.send('post', '/api/auth/login', { clientIp }).send({ email, password, ...body });
const askCode = (email: string, clientIp = away) =>
  auth.send('post', '/api/auth/login/code', { clientIp }).send({ email });
const codeOf = (answer: { body: unknown }) =>
  (answer.body as { error: { code: unknown } }).error.code;

/** Forty wrong passwords, each from an address of its own. */
async function attack(email: string): Promise<readonly { status: number; body: unknown }[]> {
  return Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      logIn(email, { password: `guess ${index}` }, `198.51.100.${index}`),
    ),
  );
}

describe('wrong passwords from one address', () => {
  it('lock the account for that address after ten, also in parallel, and for no other', async () => {
    const { email } = await signUp(auth);
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, index) => logIn(email, { password: `g ${index}` }, away)),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const late = await logIn(email, {}, away);
    expect(late.status).toBe(429);
    expect(late.body).toMatchObject({ error: { code: 429, type: 'rate_limit_error' } });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(800);
    expect((await logIn(email, {})).status).toBe(200);
  });

  it('count for an address without an account alike', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++) {
      statuses.push((await logIn('nobody-here@example.com', {}, '192.0.2.78')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

describe('an account under attack from many addresses', () => {
  let ada: SignedUp;
  beforeEach(async () => {
    ada = await signUp(auth);
  });

  it('lets its owner in from a known address, and judges no more than thirty guesses', async () => {
    const answers = await attack(ada.email);
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    expect(answers.filter((answer) => codeOf(answer) === 401)).toHaveLength(30);
    expect(answers.filter((answer) => codeOf(answer) === 'login_code_required')).toHaveLength(10);
    expect((await logIn(ada.email, {})).status).toBe(200);
  });

  it('asks for a mailed code elsewhere, whether the password is right or wrong', async () => {
    await attack(ada.email);
    const right = await logIn(ada.email, {}, away);
    const wrong = await logIn(ada.email, { password: 'x' }, away);
    expect([right.status, codeOf(right)]).toEqual([401, 'login_code_required']);
    expect(wrong.text).toBe(right.text);
    await attack('no-such-account@example.com');
    const unknown = await logIn('no-such-account@example.com', {}, away);
    expect(unknown.text).toBe(right.text);
  });

  it('opens with the password and the code together, once', async () => {
    await attack(ada.email);
    expect((await askCode(ada.email)).status).toBe(202);
    const code = await waitForLogInCode(auth, ada.email);
    expect((await logIn(ada.email, { code, password: 'x' }, away)).status).toBe(401);
    const both = await Promise.all([
      logIn(ada.email, { code }, away),
      logIn(ada.email, { code }, '192.0.2.80'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await logIn(ada.email, { code }, '192.0.2.81')).status).toBe(401);
  });

  it('does not open with the code of another account', async () => {
    const mallory = await signUp(auth);
    await Promise.all([attack(ada.email), attack(mallory.email)]);
    await askCode(mallory.email);
    const code = await waitForLogInCode(auth, mallory.email);
    const answer = await logIn(ada.email, { code }, away);
    expect(codeOf(answer)).toBe('login_code_required');
  });

  it('is mailed a code only while it is under attack, and answers alike for every address', async () => {
    const [calm, unknown] = [await askCode(ada.email), await askCode('nobody@example.com')];
    expect([calm.status, unknown.status]).toEqual([202, 202]);
    expect(unknown.text).toBe(calm.text);
    await waitForEmptyQueue(auth);
    const subjects = listMails(auth, ada.email).map(({ subject }) => subject);
    expect(subjects).not.toContain('Your code to sign in');
  });
});
