import { Redis } from 'ioredis';
import { readCookie } from '@tollgate/identity';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import {
  createSoftwareAuthenticator,
  waitUntil,
  type AuthenticatorOptions,
  type PasskeyJson,
  type SoftwareAuthenticator,
} from '@tollgate/testing';
import { password, signUp, type SignedUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

const origin = 'http://localhost:8080';
const refusal = { error: { message: /This passkey was not accepted/ } };

let auth: AuthUnderTest;
let owner: SignedUp;
let device: SoftwareAuthenticator;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  owner = await signUp(auth);
  device = createSoftwareAuthenticator({ origin });
});

type Options = Parameters<SoftwareAuthenticator['create']>[0] &
  Parameters<SoftwareAuthenticator['get']>[0];

async function begin(path: string, by?: SignedUp['caller'], body: object = {}): Promise<Options> {
  const answer = await auth.send('post', path, by).send(body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return (answer.body as { options: Options }).options;
}

const beginPasskey = (by = owner): Promise<Options> =>
  begin('/api/account/passkeys/begin', by.caller, { password });
const beginSignIn = (): Promise<Options> => begin('/api/auth/passkey/begin');

function finishPasskey(credential: PasskeyJson, by = owner) {
  const body = { name: 'Laptop', credential };
  return auth.send('post', '/api/account/passkeys/finish', by.caller).send(body);
}

function finishSignIn(credential: unknown) {
  return auth.send('post', '/api/auth/passkey/finish').send({ credential });
}

async function addPasskey(on = device, by = owner): Promise<string> {
  const answer = await finishPasskey(on.create(await beginPasskey(by)), by);
  if (answer.status !== 201) throw new Error(`finish: ${answer.status} ${answer.text}`);
  return (answer.body as { id: string }).id;
}

async function signIn(on = device) {
  return finishSignIn(on.get(await beginSignIn()));
}

async function countSessions(): Promise<number> {
  const { rows } = await auth.sql.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM sessions WHERE user_id = $1',
    [owner.userId],
  );
  return Number(rows[0]?.count);
}

async function waitForAudit(action: string): Promise<void> {
  const isThere = (): boolean =>
    auth.auditEvents.some((event) => event.action === action && event.actor?.id === owner.userId);
  await waitUntil(isThere, { timeoutMs: 30_000, what: action });
}

describe('a passkey', () => {
  it('is added with the password and signs in without it', async () => {
    const id = await addPasskey();
    const answer = await signIn();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { id: owner.userId, email: owner.email } });
    const cookie = readCookie(answer.headers['set-cookie']?.[0], 'tollgate_session') ?? '';
    const call = auth.rpc.authenticateSession.bind(auth.rpc);
    const hash = { tokenHash: hashSecret(cookie) };
    const { caller } = await callUnary(call, hash, { deadlineMs: 20_000 });
    expect(caller?.userId).toBe(owner.userId);
    const list = await auth.send('get', '/api/account/passkeys', owner.caller);
    expect(list.body).toEqual({
      passkeys: [
        {
          id,
          name: 'Laptop',
          synced: false,
          createdAt: expect.any(String),
          lastUsedAt: expect.any(String),
        },
      ],
    });
    await waitForAudit('user.passkey.create');
  });

  it('is asked for at the host name of the site, unlocked, without naming an account', async () => {
    const registration = await beginPasskey();
    expect(registration).toMatchObject({
      rp: { id: 'localhost', name: 'tollgate' },
      user: { name: owner.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const options = await beginSignIn();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
  });

  it('needs the right password, which is counted', async () => {
    const path = '/api/account/passkeys/begin';
    const wrong = { password: 'not the password' };
    const answers = [];
    for (let count = 0; count < 11; count += 1) {
      answers.push(await auth.send('post', path, owner.caller).send(wrong));
    }
    expect(answers[0]?.status).toBe(403);
    expect(answers.at(-1)?.status).toBe(429);
  });

  it('is renamed and deleted by its owner only, and signs in no more then', async () => {
    const id = await addPasskey();
    const path = `/api/account/passkeys/${id}`;
    const stranger = await signUp(auth);
    const foreign = await auth.send('patch', path, stranger.caller).send({ name: 'Mine' });
    expect(foreign.status).toBe(404);
    expect((await auth.send('delete', path, stranger.caller)).status).toBe(404);
    const renamed = await auth.send('patch', path, owner.caller).send({ name: ' Phone ' });
    expect(renamed.body).toMatchObject({ id, name: 'Phone' });
    const options = await beginSignIn();
    expect((await auth.send('delete', path, owner.caller)).status).toBe(204);
    expect((await auth.send('delete', path, owner.caller)).status).toBe(404);
    const answer = await finishSignIn(device.get(options));
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
    await waitForAudit('user.passkey.update');
    await waitForAudit('user.passkey.delete');
  });

  it('is refused at a suspended account, and gone with a deleted one', async () => {
    await addPasskey();
    await auth.sql.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner.userId]);
    expect((await signIn()).status).toBe(403);
    await auth.sql.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [owner.userId]);
    const gone = await auth.send('delete', '/api/account', owner.caller).send({ password });
    expect(gone.status).toBe(202);
    expect((await signIn()).status).toBe(401);
    const { rows } = await auth.sql.query('SELECT 1 FROM passkeys WHERE user_id = $1', [
      owner.userId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a challenge', () => {
  it('is used once', async () => {
    await addPasskey();
    const assertion = device.get(await beginSignIn());
    expect((await finishSignIn(assertion)).status).toBe(200);
    const again = await finishSignIn(assertion);
    expect(again.status).toBe(401);
    expect((again.body as { error: { message: string } }).error.message).toMatch(
      refusal.error.message,
    );
  });

  it('opens exactly one session when two uses meet', async () => {
    await addPasskey();
    const before = await countSessions();
    const assertion = device.get(await beginSignIn());
    const answers = await Promise.all(Array.from({ length: 8 }, () => finishSignIn(assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
    expect(await countSessions()).toBe(before + 1);
  });

  it('adds exactly one passkey when two uses meet', async () => {
    const attestation = device.create(await beginPasskey());
    const answers = await Promise.all(Array.from({ length: 4 }, () => finishPasskey(attestation)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('lives for five minutes', async () => {
    await beginSignIn();
    const redis = new Redis(auth.redis.url);
    const keys = await redis.keys('tollgate:auth:passkey-challenge:*');
    const lives = await Promise.all(keys.map((key) => redis.ttl(key)));
    redis.disconnect();
    expect(lives.length).toBeGreaterThan(0);
    expect(Math.min(...lives)).toBeGreaterThan(0);
    expect(Math.max(...lives)).toBeLessThanOrEqual(300);
  });

  it('of another user or of another purpose is refused, and one that was made up', async () => {
    const stranger = await signUp(auth);
    const attestation = device.create(await beginPasskey(stranger));
    expect((await finishPasskey(attestation)).status).toBe(400);
    await addPasskey();
    const { challenge } = await beginPasskey();
    const wrongPurpose = device.get({ challenge, rpId: 'localhost' });
    expect((await finishSignIn(wrongPurpose)).status).toBe(401);
    const made = device.get({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA', rpId: 'localhost' });
    expect((await finishSignIn(made)).status).toBe(401);
  });
});

describe('an answer of an authenticator', () => {
  const foreign: readonly (readonly [string, AuthenticatorOptions])[] = [
    ['of another origin', { origin: 'http://localhost:9999' }],
    ['of a look-alike site', { origin: 'http://localhost.evil.example' }],
    ['that its owner did not unlock', { origin, isUserVerified: false }],
  ];
  it.each(foreign)('%s adds no passkey', async (_title, options) => {
    const other = createSoftwareAuthenticator(options);
    expect((await finishPasskey(other.create(await beginPasskey()))).status).toBe(400);
  });

  it('for another site adds no passkey', async () => {
    const options = await beginPasskey();
    const attestation = device.create({ ...options, rp: { id: 'evil.example' } });
    expect((await finishPasskey(attestation)).status).toBe(400);
  });

  it('from another origin, or with a changed signature, opens no session', async () => {
    await addPasskey();
    const first = device.get(await beginSignIn());
    const clientData = JSON.parse(
      Buffer.from(first.response.clientDataJSON, 'base64url').toString(),
    ) as object;
    const moved = JSON.stringify({ ...clientData, origin: 'http://localhost:9999' });
    const clientDataJSON = Buffer.from(moved).toString('base64url');
    const response = { ...first.response, clientDataJSON };
    expect((await finishSignIn({ ...first, response })).status).toBe(401);
    const second = device.get(await beginSignIn());
    const { signature } = device.get({ challenge: 'other', rpId: 'localhost' }).response;
    const forged = { ...second, response: { ...second.response, signature } };
    expect((await finishSignIn(forged)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  it('with a counter that did not grow opens no session: the passkey was copied', async () => {
    await addPasskey();
    expect((await signIn()).status).toBe(200);
    await auth.sql.query('UPDATE passkeys SET counter = 50 WHERE user_id = $1', [owner.userId]);
    expect((await signIn()).status).toBe(401);
  });

  it('may come from an authenticator that does not count', async () => {
    device = createSoftwareAuthenticator({ origin, counterStep: 0 });
    await addPasskey();
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });

  it('for the account of another user opens no session', async () => {
    await addPasskey();
    const assertion = device.get(await beginSignIn());
    const userHandle = Buffer.from('user_other').toString('base64url');
    const response = { ...assertion.response, userHandle };
    expect((await finishSignIn({ ...assertion, response })).status).toBe(401);
  });

  it.each([
    null,
    {},
    { id: 'x' },
    { id: 'a', rawId: 'a', type: 'public-key', response: {} },
    {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: '!', authenticatorData: 'a', signature: 'a' },
    },
  ])('is refused when it is malformed: %j', async (credential) => {
    expect((await finishSignIn(credential)).status).toBe(400);
  });

  it.each(['AAAA', 'e30', 'W10'])('is refused when its client data is %s', async (text) => {
    const response = { clientDataJSON: text, authenticatorData: 'AAAA', signature: 'AAAA' };
    const credential = { id: 'a', rawId: 'a', type: 'public-key', response };
    expect((await finishSignIn(credential)).status).toBe(401);
  });
});

describe('the passkeys of an account', () => {
  it('are at most ten, also when calls meet', async () => {
    const challenges: Options[] = [];
    while (challenges.length < 12) challenges.push(await beginPasskey());
    const answers = await Promise.all(
      challenges.map((options) =>
        finishPasskey(createSoftwareAuthenticator({ origin }).create(options)),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const more = await auth
      .send('post', '/api/account/passkeys/begin', owner.caller)
      .send({ password });
    expect(more.status).toBe(409);
  });

  it('are managed by a session only', async () => {
    for (const kind of ['standard_key', 'management_key', 'playground_token'] as const) {
      const caller = { ...owner.caller, kind };
      expect((await auth.send('get', '/api/account/passkeys', caller)).status).toBe(401);
    }
  });

  it('get none from a session that ended', async () => {
    const attestation = device.create(await beginPasskey());
    await auth.sql.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
      owner.userId,
    ]);
    expect((await finishPasskey(attestation)).status).toBe(401);
  });
});

describe('sign-ins with passkeys', () => {
  it('are limited for one client address', async () => {
    const strict = await startAuth({ logInsPerIp15Min: 3 });
    try {
      const statuses = [];
      for (let count = 0; count < 4; count += 1) {
        statuses.push((await strict.send('post', '/api/auth/passkey/begin')).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      const response = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' };
      const credential = { id: 'a', rawId: 'a', type: 'public-key', response };
      const path = '/api/auth/passkey/finish';
      const answers = [];
      for (let count = 0; count < 4; count += 1) {
        answers.push((await strict.send('post', path).send({ credential })).status);
      }
      expect(answers).toEqual([401, 401, 401, 429]);
    } finally {
      await strict.stop();
    }
  });
});
