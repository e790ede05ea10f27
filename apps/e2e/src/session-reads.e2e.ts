import { waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import type { ApiAnswer, ApiCall } from '../test/support/api-call';
import { chat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
const estimateBody = {
  endpoint: 'chat',
  model: 'simulator/chat',
  messages: [{ role: 'user', content: 'Hi' }],
};

let ada: Account;
let eve: Account;
let answer: ChatAnswer;

beforeAll(async () => {
  [ada, eve] = await Promise.all([openAccount(gateway), openAccount(gateway)]);
  answer = await chat(gateway, { bearer: ada.key });
  await readSettledCredits(gateway, ada.key);
});

const withKey = ({ key }: Account): ApiCall => ({ bearer: key });
const withSession = ({ cookie }: Account): ApiCall => ({ cookie });
const generationPath = (): string => `/v1/generation?id=${answer.generationId}`;

describe('a session', () => {
  it.each([
    ['GET /v1/credits', () => '/v1/credits'],
    ['GET /v1/usage', () => '/v1/usage'],
    ['GET /v1/generation', generationPath],
    ['GET /v1/videos', () => '/v1/videos'],
  ])('reads with %s what the key of its user reads', async (_route, getPath) => {
    const read = async (call: ApiCall): Promise<ApiAnswer> => gateway.call(getPath(), call);
    const byKey = await waitUntil(
      async () => {
        const found = await read(withKey(ada));
        return found.status === 200 ? found : undefined;
      },
      { timeoutMs: 30_000, what: 'the answer for a key' },
    );
    const bySession = await read(withSession(ada));
    const { until: _byKey, ...expected } = byKey.json;
    expect([bySession.status, bySession.json]).toMatchObject([200, expected]);
    const byPrefix = await gateway.call(`/api${getPath()}`, withSession(ada));
    expect(byPrefix.json).toMatchObject(expected);
  });

  it('estimates a call against the own wallet, and makes none', async () => {
    const [bySession, byKey] = await Promise.all([
      gateway.call('/v1/estimate', { ...withSession(ada), body: estimateBody }),
      gateway.call('/v1/estimate', { ...withKey(ada), body: estimateBody }),
    ]);
    expect([bySession.status, bySession.json]).toEqual([200, byKey.json]);
    expect(bySession.json.would).toBe('admit');
    const { endpoint: _endpoint, ...body } = estimateBody;
    const call = await gateway.call('/v1/chat/completions', { ...withSession(ada), body });
    expect(call.status).toBe(401);
  });

  it('of another user gets the answer that a foreign key gets', async () => {
    const path = generationPath();
    const bySession = await gateway.call(path, withSession(eve));
    const byKey = await gateway.call(path, withKey(eve));
    expect([bySession.status, bySession.json]).toEqual([404, byKey.json]);
  });

  it('is not taken from a page of another site', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const call = { ...withSession(ada), headers };
    const estimate = await gateway.call('/v1/estimate', { ...call, body: estimateBody });
    const credits = await gateway.call('/v1/credits', call);
    expect([estimate.status, credits.status]).toEqual([401, 401]);
  });

  it('of a suspended user is refused', async () => {
    const body = { reason: 'test' };
    await gateway.operate(`/api/admin/users/${eve.userId}/suspend`, { body });
    for (const path of ['/v1/credits', '/v1/usage', '/v1/videos']) {
      const { status } = await gateway.call(path, withSession(eve));
      expect([401, 403]).toContain(status);
    }
  });
});
