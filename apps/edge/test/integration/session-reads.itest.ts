import { startEdge, type EdgeUnderTest } from '../support/start-edge';

/** Routes of the API that a person may call as well as a key. */
const routes = [
  ['get', '/v1/usage', 'billing'],
  ['get', '/v1/credits', 'billing'],
  ['get', '/v1/generation?id=gen-1', 'billing'],
  ['post', '/v1/estimate', 'relay'],
  ['get', '/v1/videos', 'video'],
  ['get', '/v1/videos/vjob_1', 'video'],
  ['get', '/v1/videos/vjob_1/content', 'video'],
  ['get', '/v1/video/generations/vjob_1', 'video'],
  ['get', '/v1/video/generations/vjob_1/content', 'video'],
  ['get', '/v1/management/byok-keys?orgId=org_1', 'orgs'],
  ['post', '/v1/management/byok-keys?orgId=org_1', 'orgs'],
  ['delete', '/v1/management/byok-keys/byok_1?orgId=org_1', 'orgs'],
] as const;
const origin = 'http://127.0.0.1:8080';

let edge: EdgeUnderTest;
beforeAll(async () => {
  edge = await startEdge();
  edge.auth.addSession('token', { userId: 'user_site', walletId: 'user_site' });
  edge.auth.addSession('suspended', { userId: 'user_out', isSuspended: true });
});
afterAll(() => edge.stop());
beforeEach(() => {
  for (const service of Object.values(edge.inner)) service.seen.splice(0);
});

describe.each(routes)('a session on %s %s', (method, path, owner) => {
  const ask = (token: string, headers: Record<string, string> = {}, prefix = '') => {
    const test = edge.send(method, prefix + path);
    test.set({ cookie: `tollgate_session=${token}`, ...headers });
    return method === 'post' ? test.send({}) : test;
  };

  it('reaches the owner as the user, under both prefixes', async () => {
    const ours = { origin, 'sec-fetch-site': 'same-origin' };
    for (const prefix of ['', '/api']) {
      expect((await ask('token', ours, prefix)).status).toBe(200);
    }
    const identity = { kind: 'session', userId: 'user_site', walletId: 'user_site', keyId: '' };
    expect(edge.inner[owner].seen).toMatchObject([
      { url: path, identity },
      { url: path, identity },
    ]);
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin, 'sec-fetch-site': 'cross-site' },
  ])('is ignored from another page: %p', async (headers) => {
    for (const prefix of ['', '/api']) {
      expect((await ask('token', headers, prefix)).status).toBe(401);
    }
    expect(edge.inner[owner].seen).toEqual([]);
  });

  it('is refused to a suspended user and to an unknown session', async () => {
    expect((await ask('suspended')).status).toBe(403);
    expect((await ask('unknown')).status).toBe(401);
    expect(edge.inner[owner].seen).toEqual([]);
  });
});
