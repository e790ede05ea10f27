import { CallerKind } from '@tollgate/contracts';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';
const org = { orgId: 'org_1', walletId: 'org_1' };

describe('callers of an organization', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());
  beforeEach(async () => {
    for (const service of Object.values(edge.inner)) service.seen.splice(0);
    await edge.redis.flushall();
  });

  const post = (path: string, secret: string) => edge.send('post', path, secret).send({});
  const getRemaining = async (secret: string) => {
    const { headers } = await post(chat, secret);
    return Number(headers['x-ratelimit-remaining']);
  };

  it('reach the services with their organization, team and member', async () => {
    edge.auth.addKey('sk-tg-member', { ...org, teamId: 'team_1', memberId: 'mem_1' });
    expect((await post(chat, 'sk-tg-member')).status).toBe(200);
    expect(edge.inner.relay.seen[0]?.identity).toMatchObject({
      walletId: 'org_1',
      org: { orgId: 'org_1', teamId: 'team_1', memberId: 'mem_1' },
    });
  });

  it('are counted per user, and per organization for keys without a member', async () => {
    edge.auth.addKey('sk-tg-ada', { userId: 'user_a' });
    edge.auth.addKey('sk-tg-ada-org', { ...org, userId: 'user_a', memberId: 'mem_a' });
    edge.auth.addKey('sk-tg-general-1', { ...org, userId: 'user_a' });
    edge.auth.addKey('sk-tg-general-2', { ...org, userId: 'user_b', teamId: 'team_1' });
    expect(await getRemaining('sk-tg-ada')).toBe(19);
    expect(await getRemaining('sk-tg-ada-org')).toBe(18);
    expect(await getRemaining('sk-tg-general-1')).toBe(19);
    expect(await getRemaining('sk-tg-general-2')).toBe(18);
  });

  it('are in the funded tier when it pays afterwards', async () => {
    edge.auth.addKey('sk-tg-invoiced', { orgId: 'org_3', balanceNanos: -5n, isInvoiced: true });
    expect(await getRemaining('sk-tg-invoiced')).toBe(199);
  });

  it('are all forgotten at once when it ends their keys', async () => {
    const keys = ['sk-tg-one', 'sk-tg-two'];
    for (const key of keys) edge.auth.addKey(key, org);
    edge.auth.addKey('sk-tg-elsewhere', { orgId: 'org_2' });
    for (const key of [...keys, 'sk-tg-elsewhere']) {
      expect((await post(chat, key)).status).toBe(200);
      edge.auth.remove(key);
    }
    await edge.invalidate({ orgId: 'org_1' });
    const statuses = [];
    for (const key of [...keys, 'sk-tg-elsewhere']) statuses.push((await post(chat, key)).status);
    expect(statuses).toEqual([401, 401, 200]);
  });
});

describe('a session of an institution', () => {
  let edge: EdgeUnderTest;
  const session = (sessionId: string) => ({
    ...org,
    kind: CallerKind.CALLER_KIND_INSTITUTION_SESSION,
    userId: '',
    keyId: sessionId,
    sessionId,
    label: 'edu:ada@uni.edu',
    quotaRequests: 5n,
  });
  beforeAll(async () => {
    edge = await startEdge();
    edge.auth.addKey('edu-sess-1', session('esess_1'));
    edge.auth.addKey('edu-sess-2', session('esess_2'));
  });
  afterAll(() => edge.stop());
  beforeEach(() => {
    for (const service of Object.values(edge.inner)) service.seen.splice(0);
  });

  it('chats, embeds and sees itself and the models; each is counted alone', async () => {
    const others = ['/v1/cursor/chat/completions', '/v1/completions', '/v1/embeddings'];
    for (const path of [chat, ...others, `/api${chat}`]) {
      expect((await edge.send('post', path, 'edu-sess-1').send({})).status).toBe(200);
    }
    const other = await edge.send('post', chat, 'edu-sess-2').send({});
    expect(other.headers['x-ratelimit-remaining']).toBe('19');
    expect((await edge.send('get', '/v1/key', 'edu-sess-1')).status).toBe(200);
    expect(edge.inner.auth.seen[0]?.identity).toMatchObject({
      kind: 'institution_session',
      sessionId: 'esess_1',
      quota: { requests: 5, tokens: null },
    });
    await edge.send('get', '/v1/models', 'edu-sess-1');
    expect(edge.inner.relay.seen.at(-1)?.identity.org?.orgId).toBe('org_1');
  });

  it.each([
    ['post', '/v1/responses'],
    ['post', '/v1/messages'],
    ['post', '/v1/estimate'],
    ['get', '/v1/credits'],
    ['get', '/v1/auth/key'],
    ['get', '/v1/usage'],
    ['get', '/v1/keys'],
    ['get', '/api/orgs/org_1/keys'],
    ['get', '/api/admin/models'],
  ] as const)('may not %s %s', async (method, path) => {
    const answer = await edge.send(method, path, 'edu-sess-1');
    expect(answer.status).toBe(403);
  });

  it('ends everywhere when auth says so', async () => {
    edge.auth.addKey('edu-sess-3', session('esess_3'));
    expect((await edge.send('post', chat, 'edu-sess-3').send({})).status).toBe(200);
    edge.auth.remove('edu-sess-3');
    await edge.invalidate({ orgId: 'org_1' });
    expect((await edge.send('post', chat, 'edu-sess-3').send({})).status).toBe(401);
  });
});

describe('the catalog', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  const see = async (headers: Record<string, string>) => {
    edge.inner.relay.seen.splice(0);
    const { status } = await edge.send('get', '/v1/models').set(headers);
    return [status, edge.inner.relay.seen[0]?.identity.kind];
  };

  it('is public; an authenticated caller is forwarded to the relay', async () => {
    edge.auth.addKey('sk-tg-org', org);
    edge.auth.addKey('sk-tg-late', { ...org, expiresAtMs: 1n });
    edge.auth.addKey('sk-tg-bad', { ...org, isSuspended: true });
    const known = [200, 'standard_key'];
    expect(await see({ authorization: 'Bearer sk-tg-org' })).toEqual(known);
    expect(await see({ 'x-api-key': 'sk-tg-org' })).toEqual(known);
    const anybody = ['sk-tg-unknown', 'sk-tg-late', 'sk-tg-bad', 'sk-edu-key', '%'];
    for (const secret of anybody) {
      expect(await see({ authorization: `Bearer ${secret}` })).toEqual([200, 'anonymous']);
    }
    expect(await see({})).toEqual([200, 'anonymous']);
  });

  it('is answered while auth is away', async () => {
    edge.auth.beforeAnswer = () => Promise.reject(new Error('away'));
    expect(await see({ authorization: 'Bearer sk-tg-other' })).toEqual([200, 'anonymous']);
  });
});

describe('the sign-in of institutions', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  it('is open to pages of every host, without their cookies', async () => {
    const path = '/api/edu/request-code';
    const preflight = await edge
      .send('options', path)
      .set({ origin: 'https://uni.edu', 'access-control-request-headers': 'content-type' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
    });
    const answer = await edge.send('post', path).set('origin', 'https://uni.edu').send({});
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });
});
