import { client } from '../api/generated/client.gen';
import { accountCredential } from '../pages/playground/token';
import { queryClient } from './query-client';
import { continueSession, signOut, startSession } from './session';

let made = 0;
let userId = 'user_1';

/** A gateway that makes a new token for each request, valid for an hour. */
function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/logout')) return Promise.resolve(new Response('{}', { status: 200 }));
  if (pathname.endsWith('/account'))
    return Promise.resolve(Response.json({ user: { id: userId } }));
  made += 1;
  const body = { token: `token-${made}`, expiresAt: new Date(Date.now() + 3_600_000) };
  return Promise.resolve(Response.json(body));
}

beforeAll(() => {
  client.setConfig({
    baseUrl: 'http://gateway.example',
    fetch: (request) => answer(request as Request),
  });
});

describe('what was read before the session ended', () => {
  const list = ['a list of the account'];
  beforeEach(() => {
    startSession();
    queryClient.setQueryData(['account'], { user: { id: 'user_1' } });
    queryClient.setQueryData(list, ['mine']);
  });

  it('stays on the page when the same account signs in again', async () => {
    userId = 'user_1';
    await continueSession();
    expect(queryClient.getQueryData(list)).toEqual(['mine']);
  });

  it('is gone when another account signs in', async () => {
    userId = 'user_2';
    await continueSession();
    expect(queryClient.getQueryData(list)).toBeUndefined();
    expect(queryClient.getQueryData(['account'])).toMatchObject({ user: { id: 'user_2' } });
  });
});

describe('the token of the playground', () => {
  it('is used again as long as the account stays', async () => {
    const token = await accountCredential.getToken();
    expect(await accountCredential.getToken()).toBe(token);
  });

  it.each([
    ['another sign-in', () => Promise.resolve(startSession())],
    ['a sign-out', signOut],
    ['a sign-in after the session has ended', continueSession],
  ])('is forgotten after %s', async (_, change) => {
    const token = await accountCredential.getToken();
    await change();
    expect(await accountCredential.getToken()).not.toBe(token);
  });

  it('is not kept when the account changes while it is made', async () => {
    startSession();
    const asked = accountCredential.getToken();
    startSession();
    const former = await asked;
    expect(await accountCredential.getToken()).not.toBe(former);
  });
});
