import { createHmac, randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { grantCredit, openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer, ApiCall } from '../test/support/api-call';
import { readApiDocument, type ApiDocument } from '../test/support/api-document';
import { makeAudioRecipes } from '../test/support/audio-recipes';
import { makeCatalogRecipes } from '../test/support/catalog-recipes';
import { getSharedGateway } from '../test/support/gateway';
import { makeImageRecipes } from '../test/support/image-recipes';
import { waitForMailedToken } from '../test/support/mails';
import { makeInstitutionRecipes } from '../test/support/institution-recipes';
import { makeOrgBillingRecipes } from '../test/support/org-billing-recipes';
import { makeOrgRecipes } from '../test/support/org-recipes';
import { recipe, type Recipe } from '../test/support/recipe';
import { makeSuspensionRecipes } from '../test/support/suspension-recipes';
import { makeTierRecipes } from '../test/support/tier-recipes';
import { makeVideoRecipes } from '../test/support/video-recipes';

const gateway = getSharedGateway();
const { adminToken } = gateway.credentials();
const suffix = randomBytes(4).toString('hex');

let api: ApiDocument;
let ada: Account;
let managementKey = '';
/** Whose sessions and account end in the course of the suite. */
let eve: Account;
/** Who joins organizations of ada. */
let bob: Account;
let cyd: Account;
/** Ids that earlier answers gave. */
const made: Record<string, string> = {};
const called = new Set<string>();

beforeAll(async () => {
  [api, ada, eve, bob, cyd] = await Promise.all([
    readApiDocument(gateway),
    openAccount(gateway),
    openAccount(gateway),
    openAccount(gateway),
    openAccount(gateway),
  ]);
});

const withKey = (): ApiCall => ({ bearer: ada.key });
const withManagementKey = (): ApiCall => ({ bearer: managementKey });
const withSession = (): ApiCall => ({ cookie: ada.cookie });
const asOperator = (): ApiCall => ({ bearer: adminToken });
const asAnyone = (): ApiCall => ({});
const post = (call: () => ApiCall, body: () => unknown): (() => ApiCall) => {
  return () => ({ ...call(), method: 'POST', body: body() });
};
const send = (
  method: 'PATCH' | 'PUT' | 'DELETE',
  call: () => ApiCall,
  body?: () => unknown,
): (() => ApiCall) => {
  return () => ({ ...call(), method, ...(body === undefined ? {} : { body: body() }) });
};
const keep = (name: string) => (answer: ApiAnswer) => {
  made[name] = answer.json.id as string;
};
const id = (name: string) => () => made[name] ?? '';
const messages = [{ role: 'user', content: 'Hello' }];

const withId = (path: string, value: () => string) => () => path.replace('{id}', value());

const stripeEvent = (): ApiCall => {
  const body = JSON.stringify({
    id: `evt_${suffix}`,
    object: 'event',
    type: 'customer.created',
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', 'whsec_fake').update(`${time}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
  return { method: 'POST', body, headers };
};

const service: readonly Recipe[] = [
  recipe('GET /', asAnyone),
  recipe('GET /healthz', asAnyone),
  recipe('GET /readyz', asAnyone),
  recipe('GET /openapi.json', asAnyone),
  recipe('GET /v1/openapi.json', asAnyone),
  recipe('GET /docs', asAnyone),
  recipe('GET /docs/viewer.js', asAnyone),
  recipe('GET /docs/errors', asAnyone),
];

const keys: readonly Recipe[] = [
  recipe(
    'POST /api/account/keys',
    post(withSession, () => ({ name: 'management', keyType: 'management' })),
    { after: ({ json }) => void (managementKey = json.key as string) },
  ),
  recipe('GET /api/account/keys', withSession),
  recipe(
    'POST /v1/keys',
    post(withManagementKey, () => ({ name: 'doc', limit: 5, limit_reset: 'monthly' })),
    { after: keep('key') },
  ),
  recipe('GET /v1/keys', withManagementKey),
  recipe('GET /v1/keys/{id}', withManagementKey, { path: withId('/v1/keys/{id}', id('key')) }),
  recipe(
    'PATCH /v1/keys/{id}',
    send('PATCH', withManagementKey, () => ({ enabled: false })),
    {
      path: withId('/v1/keys/{id}', id('key')),
    },
  ),
  recipe(
    'PATCH /api/account/keys/{id}',
    send('PATCH', withSession, () => ({ enabled: true })),
    { path: withId('/api/account/keys/{id}', id('key')) },
  ),
  recipe('DELETE /v1/keys/{id}', send('DELETE', withManagementKey), {
    path: withId('/v1/keys/{id}', id('key')),
  }),
  recipe(
    'DELETE /api/account/keys/{id}',
    send('DELETE', () => ({ cookie: eve.cookie })),
    {
      path: () => `/api/account/keys/${eve.keyId}`,
    },
  ),
  recipe('GET /v1/key', withKey),
  recipe('GET /v1/auth/key', withKey),
];

const inference: readonly Recipe[] = [
  recipe(
    'POST /v1/chat/completions',
    post(withKey, () => ({ model: 'simulator/chat', messages })),
    { after: keep('generation') },
  ),
  recipe(
    'POST /v1/cursor/chat/completions',
    post(withKey, () => ({ model: 'simulator/claude', messages })),
  ),
  recipe(
    'POST /v1/responses',
    post(withKey, () => ({ model: 'simulator/responses', input: 'Hello' })),
  ),
  recipe(
    'POST /v1/messages',
    post(withKey, () => ({ model: 'simulator/claude', max_tokens: 20, messages })),
  ),
  recipe(
    'POST /v1/messages/count_tokens',
    post(withKey, () => ({ model: 'simulator/claude', messages })),
  ),
  recipe(
    'POST /v1/embeddings',
    post(withKey, () => ({ model: 'simulator/embed', input: 'Hello' })),
  ),
  recipe(
    'POST /v1/estimate',
    post(withKey, () => ({ model: 'simulator/chat', messages })),
  ),
  recipe('GET /v1/models', asAnyone),
  recipe('GET /v1/models/{slug}', asAnyone, { path: () => '/v1/models/simulator-chat' }),
  recipe('GET /v1/models/{provider}/{model}', asAnyone, {
    path: () => '/v1/models/simulator/chat',
  }),
  recipe('GET /v1/generation', withKey, {
    path: () => `/v1/generation?id=${made['generation'] ?? ''}`,
  }),
  recipe('GET /v1/credits', withKey),
  recipe('GET /v1/usage', withKey),
  recipe('GET /v1/insights', withKey),
];

const docEmail = `doc-${suffix}@example.com`;

const account: readonly Recipe[] = [
  recipe(
    'POST /api/auth/signup',
    post(asAnyone, () => ({ email: docEmail, password: 'a good password' })),
  ),
  recipe('POST /api/auth/verify-email', async () => {
    const token = await waitForMailedToken(gateway, docEmail, 'verify-email');
    return { body: { token } };
  }),
  recipe(
    'POST /api/auth/verify-email/resend',
    post(asAnyone, () => ({ email: docEmail })),
  ),
  recipe(
    'POST /api/auth/login',
    post(asAnyone, () => ({ email: ada.email, password: ada.password })),
  ),
  recipe(
    'POST /api/auth/login/code',
    post(asAnyone, () => ({ email: ada.email })),
  ),
  recipe('GET /api/auth/session', withSession),
  recipe('GET /api/auth/sessions', withSession, {
    after: ({ json }) => {
      const other = json.sessions.find(({ current }: { current: boolean }) => !current);
      made['session'] = other.id as string;
    },
  }),
  recipe('DELETE /api/auth/sessions/{id}', send('DELETE', withSession), {
    path: withId('/api/auth/sessions/{id}', id('session')),
  }),
  recipe(
    'POST /api/auth/password/forgot',
    post(asAnyone, () => ({ email: eve.email })),
  ),
  recipe(
    'POST /api/account/password',
    post(withSession, () => ({ current: ada.password, new: ada.password })),
  ),
  recipe('DELETE /api/account/sessions', send('DELETE', withSession)),
  recipe('GET /api/account', withSession),
  recipe(
    'PATCH /api/account',
    send('PATCH', withSession, () => ({ name: 'Ada L.', locale: 'en-GB' })),
  ),
  recipe('GET /api/account/circuit-breaker', withSession),
  recipe(
    'PATCH /api/account/circuit-breaker',
    send('PATCH', withSession, () => ({ cbMinuteUsd: 4 })),
  ),
  recipe('POST /api/auth/logout', async () => {
    const { email, password } = ada;
    const login = await gateway.call('/api/auth/login', { body: { email, password } });
    return { method: 'POST', cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }),
];

const topup = (channel: string) => post(withSession, () => ({ amountUsd: 10, channel }));

const payments: readonly Recipe[] = [
  recipe('GET /api/billing/channels', withSession),
  recipe('POST /api/billing/topups/quote', topup('dev')),
  recipe('POST /api/billing/topups', topup('dev'), { after: keep('topup') }),
  recipe('GET /api/billing/topups', withSession),
  recipe('GET /api/billing/topups/{id}', withSession, {
    path: withId('/api/billing/topups/{id}', id('topup')),
  }),
  recipe(
    'POST /api/billing/topups/{id}/simulate',
    post(withSession, () => ({})),
    { path: withId('/api/billing/topups/{id}/simulate', id('topup')) },
  ),
  recipe('POST /api/billing/webhooks/{provider}', stripeEvent, {
    path: () => '/api/billing/webhooks/stripe',
  }),
  recipe('GET /api/billing/ledger', withSession),
];

/** A transfer that waits for an operator. */
const openTransfer = async (name: string): Promise<void> => {
  const answer = await gateway.call('/api/billing/topups', topup('bank_local')());
  made[name] = answer.json.id as string;
};
const decide = (what: string, name: string): Recipe => ({
  operation: `POST /api/admin/topups/{id}/${what}`,
  call: async () => {
    if (made[name] === undefined) await openTransfer(name);
    return { ...asOperator(), method: 'POST', body: { reason: 'seen' } };
  },
  path: () => `/api/admin/topups/${made[name] ?? ''}/${what}`,
});

const operatorMoney: readonly Recipe[] = [
  recipe(
    'POST /api/admin/credits/grants',
    post(asOperator, () => ({ userId: ada.userId, amountUsd: 1, reason: 'test' })),
  ),
  recipe('GET /api/admin/credits/grants', asOperator),
  decide('confirm', 'confirmed'),
  decide('reject', 'rejected'),
  decide('refund', 'confirmed'),
  recipe('GET /api/admin/topups', asOperator),
  recipe(
    'PUT /api/admin/channels/{id}',
    send('PUT', asOperator, () => ({
      provider: 'manual',
      currency: 'EUR',
      localCurrency: false,
      fxRate: '0.9',
      enabled: false,
    })),
    { path: () => `/api/admin/channels/doc_${suffix}` },
  ),
  recipe('GET /api/admin/brake', asOperator, {
    after: ({ json }) => void (made['brake'] = json.state as string),
  }),
  recipe(
    'PUT /api/admin/brake',
    send('PUT', asOperator, () => ({ state: made['brake'] })),
  ),
  recipe('GET /api/admin/overview', asOperator),
  recipe('GET /api/admin/audit-log', asOperator),
];

const userPath =
  (rest = '') =>
  () =>
    `/api/admin/users/${eve.userId}${rest}`;
const ends: readonly Recipe[] = [
  recipe('GET /api/admin/users', asOperator),
  recipe('GET /api/admin/users/{id}', asOperator, { path: userPath() }),
  recipe(
    'PATCH /api/admin/users/{id}',
    send('PATCH', asOperator, () => ({ name: 'Eve' })),
    { path: userPath() },
  ),
  recipe(
    'POST /api/admin/users/{id}/suspend',
    post(asOperator, () => ({ reason: 'test' })),
    { path: userPath('/suspend') },
  ),
  recipe(
    'POST /api/admin/users/{id}/unsuspend',
    post(asOperator, () => ({})),
    { path: userPath('/unsuspend') },
  ),
  recipe(
    'POST /api/admin/tokens',
    post(asOperator, () => ({ name: `doc-${suffix}`, scopes: ['read'] })),
    { after: keep('token') },
  ),
  recipe('GET /api/admin/tokens', asOperator),
  recipe('DELETE /api/admin/tokens/{id}', send('DELETE', asOperator), {
    path: withId('/api/admin/tokens/{id}', id('token')),
  }),
  recipe('POST /api/auth/password/reset', async () => {
    const token = await waitForMailedToken(gateway, eve.email, 'reset-password');
    return { body: { token, password: eve.password } };
  }),
  recipe(
    'DELETE /api/account',
    async () => {
      const { email, password } = eve;
      const login = await gateway.call('/api/auth/login', { body: { email, password } });
      const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return { method: 'DELETE', cookie, body: { password } };
    },
    {},
  ),
];

const recipes = [
  ...service,
  ...keys,
  ...inference,
  ...account,
  ...payments,
  ...operatorMoney,
  ...makeSuspensionRecipes(gateway),
  ...makeCatalogRecipes(gateway),
  ...makeImageRecipes(withKey),
  ...makeAudioRecipes(withKey),
  ...makeVideoRecipes(gateway, withKey),
  ...makeTierRecipes(gateway),
  ...makeOrgRecipes(gateway, () => ({ founder: ada, added: bob, invited: cyd })),
  ...makeInstitutionRecipes(gateway),
  ...makeOrgBillingRecipes(gateway, () => ada),
  ...ends,
];

describe('an answer is as /openapi.json describes it:', () => {
  it.each(recipes)('$operation', async ({ after, call, operation, path }) => {
    called.add(operation);
    const request = await call();
    const target = path?.() ?? operation.split(' ')[1] ?? '';
    const answer = await waitUntil(
      async () => {
        const last = await gateway.call(target, { timeoutMs: 20_000, ...request });
        // A change of the operator is in force everywhere within seconds, not at once.
        return last.status === 404 && operation.startsWith('GET') ? undefined : last;
      },
      { timeoutMs: 5_000, what: `${operation} to be found` },
    );
    expect({ status: answer.status, body: answer.status < 300 ? '' : answer.text }).toEqual({
      status: expect.any(Number),
      body: '',
    });
    expect(api.findFaults(operation, answer)).toEqual([]);
    after?.(answer);
  });

  it('and no route is left out', () => {
    expect(api.operations.filter((operation) => !called.has(operation))).toEqual([]);
  });
});

describe('an answer that is not as described', () => {
  it('is found out: by a field more, a field less, another type, another status', async () => {
    const answer = await gateway.call('/v1/credits', withKey());
    const { data } = answer.json;
    const find = (change: object) =>
      api.findFaults('GET /v1/credits', { ...answer, ...change }).length;
    expect(find({})).toBe(0);
    expect(find({ json: { data: { ...data, secret: 1 } } })).toBeGreaterThan(0);
    expect(find({ json: { data: { total_usage: 1 } } })).toBeGreaterThan(0);
    expect(find({ json: { data: { ...data, total_usage: '1' } } })).toBeGreaterThan(0);
    expect(find({ status: 202 })).toBeGreaterThan(0);
  });
});

describe('the document', () => {
  it('describes every route that a service has', async () => {
    const lists = await Promise.all(
      ['auth', 'billing', 'relay', 'audit', 'edge'].map(async (name) => {
        const response = await fetch(
          `http://127.0.0.1:${gateway.portOf(`${name}-internal`)}/routes`,
        );
        return ((await response.json()) as { routes: string[] }).routes;
      }),
    );
    const served = new Set(lists.flat());
    expect([...served].toSorted()).toEqual(api.operations.toSorted());
  });

  it('may be read from a page of any origin, and is kept for five minutes', async () => {
    const answer = await gateway.call('/v1/openapi.json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = answer.headers.get('etag') ?? '';
    const again = await gateway.call('/v1/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('has one shape for failures, and a failure has it', async () => {
    await grantCredit(gateway, ada.userId, 1);
    const answer = await gateway.call('/v1/chat/completions', { ...withKey(), body: {} });
    expect(answer.status).toBe(400);
    const { json } = await gateway.call('/openapi.json');
    expect(json.components.responses.Error.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Error',
    });
    expect(Object.keys(answer.json.error).toSorted()).toEqual([
      'code',
      'message',
      'metadata',
      'param',
      'type',
    ]);
  });
});

describe('the page of the reference', () => {
  it('loads nothing from elsewhere and cannot be framed', async () => {
    const page = await gateway.call('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:\/\//);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/', '/docs', '/docs/errors', '/openapi.json'])('answers HEAD %s', async (path) => {
    const answer = await fetch(`${gateway.baseUrl}${path}`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('lists every error code', async () => {
    const page = await gateway.call('/docs/errors');
    for (const code of ['insufficient_credits', 'unknown_model', 'upstream_rate_limited']) {
      expect(page.text).toContain(`<tr id="${code}">`);
    }
  });
});
