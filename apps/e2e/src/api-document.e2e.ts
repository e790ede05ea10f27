import { createHmac, randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { grantCredit, openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer, ApiCall } from '../test/support/api-call';
import { readApiDocument, type ApiDocument } from '../test/support/api-document';
import { makeAudioRecipes } from '../test/support/audio-recipes';
import { makeCatalogRecipes } from '../test/support/catalog-recipes';
import { fillBody, fillQuery } from '../test/support/fill-example';
import { findShapeFaults } from '../test/support/find-shape-faults';
import { getSharedGateway } from '../test/support/gateway';
import { makeImageRecipes } from '../test/support/image-recipes';
import { waitForMailedToken } from '../test/support/mails';
import { makeInstitutionRecipes } from '../test/support/institution-recipes';
import { makeOrgBillingRecipes } from '../test/support/org-billing-recipes';
import { makePasskeyRecipes } from '../test/support/passkey-recipes';
import { makeSignInToken } from '../test/support/make-sign-in-token';
import { makeOrgRecipes } from '../test/support/org-recipes';
import { recipe, type Recipe } from '../test/support/recipe';
import { makeRefusalRecipes } from '../test/support/refusal-recipes';
import { makeSuspensionRecipes } from '../test/support/suspension-recipes';
import { makeTierRecipes } from '../test/support/tier-recipes';
import { untilAvailable } from '../test/support/until-available';
import { makeVideoRecipes } from '../test/support/video-recipes';

const gateway = getSharedGateway();
const { adminToken } = gateway.credentials();
const suffix = randomBytes(4).toString('hex');

let api: ApiDocument;
let ada: Account;
let managementKey = '';
/** Whose sessions and account end in the course of the suite. */
let eve: Account;
/** The user who joins organizations of ada. */
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
/** With values that the published example of the request cannot know. */
const fill = (call: () => ApiCall, values: () => object): (() => ApiCall) => {
  return () => ({ ...call(), body: values() });
};
const keep = (name: string) => (answer: ApiAnswer) => {
  made[name] = answer.json.id as string;
};
const id = (name: string) => () => made[name] ?? '';
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
  recipe('POST /api/account/keys', withSession, {
    after: ({ json }) => void (managementKey = json.key as string),
  }),
  recipe('GET /api/account/keys', withSession),
  recipe('POST /api/account/playground-token', withSession),
  recipe('POST /v1/keys', withManagementKey, { after: keep('key') }),
  recipe('GET /v1/keys', withManagementKey),
  recipe('GET /v1/keys/{id}', withManagementKey, { path: withId('/v1/keys/{id}', id('key')) }),
  recipe('PATCH /v1/keys/{id}', withManagementKey, { path: withId('/v1/keys/{id}', id('key')) }),
  recipe('PATCH /api/account/keys/{id}', withSession, {
    path: withId('/api/account/keys/{id}', id('key')),
  }),
  recipe('POST /api/account/keys/{id}/rotate', withSession, {
    path: withId('/api/account/keys/{id}/rotate', id('key')),
  }),
  recipe('DELETE /v1/keys/{id}', withManagementKey, {
    path: withId('/v1/keys/{id}', id('key')),
  }),
  recipe('DELETE /api/account/keys/{id}', () => ({ cookie: eve.cookie }), {
    path: () => `/api/account/keys/${eve.keyId}`,
  }),
  recipe('GET /v1/key', withKey),
  recipe('GET /v1/auth/key', withKey),
];

const inference: readonly Recipe[] = [
  recipe('POST /v1/chat/completions', withKey, { after: keep('generation') }),
  recipe('POST /v1/cursor/chat/completions', withKey),
  recipe('POST /v1/responses', withKey),
  recipe('POST /v1/messages', withKey),
  recipe('POST /v1/messages/count_tokens', withKey),
  recipe('POST /v1/completions', withKey),
  recipe('POST /v1/embeddings', withKey),
  recipe('POST /v1/rerank', withKey),
  recipe('POST /v1/moderations', withKey),
  recipe('POST /v1/estimate', withKey),
  recipe('GET /v1/models', asAnyone),
  recipe('GET /v1/models/{slug}', asAnyone, { path: () => '/v1/models/simulator-chat' }),
  recipe('GET /v1/models/{id}/prices', asAnyone, {
    path: () => '/v1/models/simulator/chat/prices',
  }),
  recipe('GET /v1/models/{id}/endpoints', asAnyone, {
    path: () => '/v1/models/simulator/chat/endpoints',
  }),
  recipe('GET /v1/models/{provider}/{model}', asAnyone, {
    path: () => '/v1/models/simulator/chat',
  }),
  recipe('GET /v1/generation', withKey, {
    path: () => `/v1/generation?id=${made['generation'] ?? ''}`,
  }),
  recipe('GET /v1/credits', withKey),
  recipe('GET /v1/usage', withKey),
  recipe('GET /v1/insights', withKey),
  recipe('GET /api/calls', withSession),
  recipe('GET /api/search', withSession, {
    path: () => `/api/search?q=${made['generation'] ?? ''}`,
  }),
  recipe('GET /api/live', withSession, { path: () => '/api/live?seconds=1' }),
  recipe('GET /api/admin/live', asOperator, { path: () => '/api/admin/live?seconds=1' }),
  recipe('GET /api/series', withSession, {
    path: () =>
      '/api/series?metric=spend&from=2026-11-14&to=2026-11-16&group=model&tz=Asia/Kolkata',
  }),
  recipe('GET /api/usage/caching', withSession, {
    path: () => '/api/usage/caching?from=2026-11-14&to=2026-11-16&group=app',
  }),
];

const docEmail = `doc-${suffix}@example.com`;

const account: readonly Recipe[] = [
  recipe(
    'POST /api/auth/signup',
    fill(asAnyone, () => ({ email: docEmail })),
  ),
  recipe('POST /api/auth/verify-email', async () => {
    const token = await waitForMailedToken(gateway, docEmail, 'verify-email');
    return { body: { token } };
  }),
  recipe(
    'POST /api/auth/verify-email/resend',
    fill(asAnyone, () => ({ email: docEmail })),
  ),
  recipe(
    'POST /api/auth/login',
    fill(asAnyone, () => ({ email: ada.email, password: ada.password })),
  ),
  recipe('POST /api/auth/sign-in-link', async () => ({
    body: { token: await makeSignInToken(gateway, ada.userId) },
  })),
  recipe(
    'POST /api/auth/login/code',
    fill(asAnyone, () => ({ email: ada.email })),
  ),
  ...makePasskeyRecipes(gateway, () => ada),
  recipe('GET /api/auth/session', withSession),
  recipe('GET /api/auth/sessions', withSession, {
    after: ({ json }) => {
      const other = json.sessions.find(({ current }: { current: boolean }) => !current);
      made['session'] = other.id as string;
    },
  }),
  recipe('DELETE /api/auth/sessions/{id}', withSession, {
    path: withId('/api/auth/sessions/{id}', id('session')),
  }),
  recipe(
    'POST /api/auth/password/forgot',
    fill(asAnyone, () => ({ email: eve.email })),
  ),
  recipe(
    'POST /api/account/password',
    fill(withSession, () => ({ current: ada.password, new: ada.password })),
  ),
  recipe('DELETE /api/account/sessions', withSession),
  recipe('GET /api/account', withSession),
  recipe('PATCH /api/account', withSession),
  recipe('GET /api/account/circuit-breaker', withSession),
  recipe('PATCH /api/account/circuit-breaker', withSession),
  recipe('POST /api/auth/logout', async () => {
    const { email, password } = ada;
    const login = await gateway.call('/api/auth/login', { body: { email, password } });
    return { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }),
];

const topup = (channel: string) => fill(withSession, () => ({ channel }));

const payments: readonly Recipe[] = [
  recipe('GET /api/billing/statements/{month}', withSession, {
    path: () => `/api/billing/statements/${new Date().toISOString().slice(0, 'YYYY-MM'.length)}`,
  }),
  recipe('GET /api/billing/grants', withSession),
  recipe('GET /api/billing/alerts', withSession),
  recipe('GET /api/billing/channels', withSession),
  recipe('POST /api/billing/topups/quote', withSession),
  recipe(
    'POST /api/billing/topups',
    fill(withSession, () => ({ channel: 'dev', savePaymentMethod: true })),
    { after: keep('topup') },
  ),
  recipe('GET /api/billing/topups', withSession),
  recipe('GET /api/billing/topups/{id}', withSession, {
    path: withId('/api/billing/topups/{id}', id('topup')),
  }),
  recipe('POST /api/billing/topups/{id}/simulate', withSession, {
    path: withId('/api/billing/topups/{id}/simulate', id('topup')),
  }),
  recipe('PUT /api/billing/auto-topup', topup('dev')),
  recipe('GET /api/billing/auto-topup', withSession),
  recipe('DELETE /api/billing/auto-topup', withSession),
  recipe('POST /api/billing/webhooks/{provider}', stripeEvent, {
    path: () => '/api/billing/webhooks/stripe',
  }),
  recipe('GET /api/billing/ledger', withSession),
];

/** A transfer that waits for an operator. */
const openTransfer = async (name: string): Promise<void> => {
  const body = { amountUsd: 10, channel: 'bank_local' };
  const answer = await gateway.call('/api/billing/topups', { ...withSession(), body });
  made[name] = answer.json.id as string;
};
const decide = (what: string, name: string): Recipe => ({
  operation: `POST /api/admin/topups/{id}/${what}`,
  call: async () => {
    if (made[name] === undefined) await openTransfer(name);
    return asOperator();
  },
  path: () => `/api/admin/topups/${made[name] ?? ''}/${what}`,
});

const operatorMoney: readonly Recipe[] = [
  recipe(
    'POST /api/admin/credits/grants',
    fill(asOperator, () => ({ userId: ada.userId })),
  ),
  recipe('GET /api/admin/credits/grants', asOperator),
  decide('confirm', 'confirmed'),
  decide('reject', 'rejected'),
  decide('refund', 'confirmed'),
  recipe('GET /api/admin/topups', asOperator),
  recipe(
    'PUT /api/admin/channels/{id}',
    fill(asOperator, () => ({ enabled: false })),
    { path: () => `/api/admin/channels/doc_${suffix}` },
  ),
  recipe('GET /api/admin/channels', asOperator),
  recipe('GET /api/admin/brake', asOperator, {
    after: ({ json }) => void (made['brake'] = json.state as string),
  }),
  recipe(
    'PUT /api/admin/brake',
    fill(asOperator, () => ({ state: made['brake'] })),
  ),
  recipe('POST /api/admin/ledger/verify', asOperator),
  recipe('GET /api/admin/overview', asOperator),
  recipe('GET /api/admin/audit-log', asOperator),
];

const userPath =
  (rest = '') =>
  () =>
    `/api/admin/users/${eve.userId}${rest}`;
const ends: readonly Recipe[] = [
  recipe('GET /api/admin/users', asOperator),
  recipe('GET /api/admin/names', asOperator, { path: () => `/api/admin/names?ids=${eve.userId}` }),
  recipe('GET /api/admin/users/{id}', asOperator, { path: userPath() }),
  recipe('PATCH /api/admin/users/{id}', asOperator, { path: userPath() }),
  recipe('POST /api/admin/users/{id}/suspend', asOperator, { path: userPath('/suspend') }),
  recipe('POST /api/admin/users/{id}/unsuspend', asOperator, { path: userPath('/unsuspend') }),
  recipe(
    'POST /api/admin/tokens',
    fill(asOperator, () => ({ name: `doc-${suffix}` })),
    { after: keep('token') },
  ),
  recipe('GET /api/admin/tokens', asOperator),
  recipe('DELETE /api/admin/tokens/{id}', asOperator, {
    path: withId('/api/admin/tokens/{id}', id('token')),
  }),
  recipe('POST /api/auth/password/reset', async () => {
    const token = await waitForMailedToken(gateway, eve.email, 'reset-password');
    return { body: { token, password: eve.password } };
  }),
  recipe('DELETE /api/account', async () => {
    const { email, password } = eve;
    const login = await gateway.call('/api/auth/login', { body: { email, password } });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { cookie, body: { password } };
  }),
];

const recipes = [
  ...service,
  ...keys,
  ...inference,
  ...account,
  ...payments,
  ...operatorMoney,
  ...makeSuspensionRecipes(gateway),
  ...makeRefusalRecipes(gateway),
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

describe('the published example is answered as /openapi.json describes it:', () => {
  it.each(recipes)('$operation', async ({ after, call, operation, path }) => {
    called.add(operation);
    const example = api.getExample(operation);
    const request = await call(example.request);
    const target = fillQuery(path?.() ?? operation.split(' ')[1] ?? '', example.query);
    const body = fillBody(example, request.body);
    const method = operation.split(' ')[0] as NonNullable<ApiCall['method']>;
    const answer = await waitUntil(
      async () => {
        const last = await untilAvailable(
          () => gateway.call(target, { timeoutMs: 30_000, method, ...request, body }),
          operation,
        );
        // A change of the operator is in force everywhere within seconds, not at once.
        return last.status === 404 && operation.startsWith('GET') ? undefined : last;
      },
      { timeoutMs: 30_000, what: `${operation} to be found` },
    );
    expect({ status: answer.status, body: answer.status < 300 ? '' : answer.text }).toEqual({
      status: expect.any(Number),
      body: '',
    });
    expect(api.findFaults(operation, answer)).toEqual([]);
    expect(findShapeFaults(example.answers[answer.status], [answer.json])).toEqual([]);
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

  it('has no badge of its vendor, sends no telemetry and knows no host to load from', async () => {
    const [page, viewer] = await Promise.all(
      ['/docs', '/docs/viewer.js'].map(async (path) => gateway.call(path)),
    );
    expect(page?.text).toContain('disable-telemetry="true"');
    expect(viewer?.text).not.toMatch(/https:\/\/(?:cdn|otel)\.|API docs by/);
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
