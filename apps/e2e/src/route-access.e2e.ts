import { randomBytes } from 'node:crypto';
import { openAccount, type Account } from '../test/support/accounts';
import { type ApiCall, callApi } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { makeManager } from '../test/support/management-key';

const gateway = getSharedGateway();

/** A management key is its owner's own, or belongs to an organization. */
type Kind =
  'standard' | 'management' | 'orgManagement' | 'session' | 'playground' | 'operator' | TokenKind;
/** Named operator tokens, each with one scope. */
type TokenKind = 'readToken' | 'catalogToken' | 'moneyToken' | 'usersToken';

const open: readonly Kind[] = [];
const models: readonly Kind[] = ['standard', 'playground'];
const keys: readonly Kind[] = ['standard', 'management'];
const management: readonly Kind[] = ['management'];
const keysAndPerson: readonly Kind[] = [...keys, 'session'];
const orgManagers: readonly Kind[] = ['orgManagement', 'session'];
const person: readonly Kind[] = ['session'];
const managers: readonly Kind[] = ['management', 'session'];
/** The admin token alone: neither one scope is enough, nor may a token make tokens. */
const operators: readonly Kind[] = ['operator'];
const catalogReaders: readonly Kind[] = ['operator', 'readToken', 'catalogToken'];
const catalogWriters: readonly Kind[] = ['operator', 'catalogToken'];
const moneyReaders: readonly Kind[] = ['operator', 'readToken', 'moneyToken'];
const moneyWriters: readonly Kind[] = ['operator', 'moneyToken'];
const userReaders: readonly Kind[] = ['operator', 'readToken', 'usersToken'];
const userWriters: readonly Kind[] = ['operator', 'usersToken'];

/** Access by route and kind of caller. A route that is not listed must not exist. */
const declared: Readonly<Record<string, readonly Kind[]>> = {
  'GET /': open,
  'GET /healthz': open,
  'GET /readyz': open,
  'GET /openapi.json': open,
  'GET /v1/openapi.json': open,
  'GET /docs': open,
  'GET /docs/viewer.js': open,
  'GET /docs/errors': open,

  'POST /v1/chat/completions': models,
  'POST /v1/cursor/chat/completions': models,
  'POST /v1/responses': models,
  'POST /v1/messages': models,
  'POST /v1/messages/count_tokens': models,
  'POST /v1/completions': models,
  'POST /v1/embeddings': models,
  'POST /v1/rerank': models,
  'POST /v1/moderations': models,
  'POST /v1/images/generations': models,
  'POST /v1/images/edits': models,
  'GET /v1/images/proxy/{token}': open,
  'GET /v1/images/models': open,
  'POST /v1/audio/speech': models,
  'POST /v1/audio/transcriptions': models,
  'POST /v1/videos': models,
  'GET /v1/videos': keysAndPerson,
  'GET /v1/videos/{id}': keysAndPerson,
  'GET /v1/videos/{id}/content': keysAndPerson,
  'POST /v1/video/generations': models,
  'GET /v1/video/generations/{id}': keysAndPerson,
  'GET /v1/video/generations/{id}/content': keysAndPerson,
  'POST /v1/estimate': ['standard', 'session'],
  'GET /v1/models': open,
  'GET /v1/models/{slug}': open,
  'GET /v1/models/{id}/prices': open,
  'GET /v1/models/{id}/endpoints': open,
  'GET /v1/models/{provider}/{model}': open,

  'GET /v1/key': keys,
  'GET /v1/auth/key': keys,
  'GET /v1/credits': keysAndPerson,
  'GET /v1/generation': keysAndPerson,
  'GET /v1/usage': keysAndPerson,
  'GET /v1/insights': keysAndPerson,
  'GET /v1/keys': management,
  'POST /v1/keys': management,
  'GET /v1/keys/{id}': management,
  'PATCH /v1/keys/{id}': ['management', 'session'],
  'DELETE /v1/keys/{id}': management,

  'GET /v1/orgs': keysAndPerson,
  'GET /v1/orgs/{orgId}': managers,
  'PATCH /v1/orgs/{orgId}': managers,
  'GET /v1/orgs/{orgId}/teams': managers,
  'POST /v1/orgs/{orgId}/teams': managers,
  'PATCH /v1/orgs/{orgId}/teams/{teamId}': managers,
  'DELETE /v1/orgs/{orgId}/teams/{teamId}': managers,
  'GET /v1/orgs/{orgId}/members': managers,
  'POST /v1/orgs/{orgId}/members': managers,
  'PATCH /v1/orgs/{orgId}/members/{memberId}': managers,
  'DELETE /v1/orgs/{orgId}/members/{memberId}': managers,
  'POST /api/orgs': person,
  'GET /api/orgs/{orgId}/invitations': managers,
  'POST /api/orgs/{orgId}/invitations': managers,
  'DELETE /api/orgs/{orgId}/invitations/{id}': managers,
  'GET /api/invitations/{token}': person,
  'POST /api/invitations/{token}/accept': person,
  'GET /api/orgs/{orgId}/allowed-models': managers,
  'PATCH /api/orgs/{orgId}/allowed-models': managers,
  'GET /api/orgs/{orgId}/circuit-breaker': managers,
  'PATCH /api/orgs/{orgId}/circuit-breaker': managers,
  'GET /api/orgs/{orgId}/teams/{teamId}/allowed-models': managers,
  'PATCH /api/orgs/{orgId}/teams/{teamId}/allowed-models': managers,
  'GET /api/orgs/{orgId}/teams/{teamId}/circuit-breaker': managers,
  'PATCH /api/orgs/{orgId}/teams/{teamId}/circuit-breaker': managers,
  'GET /api/orgs/{orgId}/members/{memberId}/allowed-models': managers,
  'PATCH /api/orgs/{orgId}/members/{memberId}/allowed-models': managers,
  'GET /api/orgs/{orgId}/members/{memberId}/circuit-breaker': managers,
  'PATCH /api/orgs/{orgId}/members/{memberId}/circuit-breaker': managers,
  'GET /api/orgs/{orgId}/edu-config': managers,
  'PATCH /api/orgs/{orgId}/edu-config': managers,
  'GET /v1/management/byok-keys': orgManagers,
  'POST /v1/management/byok-keys': orgManagers,
  'GET /v1/management/byok-keys/{id}': orgManagers,
  'PATCH /v1/management/byok-keys/{id}': orgManagers,
  'DELETE /v1/management/byok-keys/{id}': orgManagers,
  'GET /api/orgs/{orgId}/content-filters': managers,
  'POST /api/orgs/{orgId}/content-filters': managers,
  'POST /api/orgs/{orgId}/content-filters/test': managers,
  'GET /api/orgs/{orgId}/content-filters/{ruleId}': managers,
  'PATCH /api/orgs/{orgId}/content-filters/{ruleId}': managers,
  'DELETE /api/orgs/{orgId}/content-filters/{ruleId}': managers,

  'POST /api/auth/signup': open,
  'POST /api/auth/verify-email': open,
  'POST /api/auth/verify-email/resend': open,
  'POST /api/auth/login': open,
  'POST /api/auth/sign-in-link': open,
  'POST /api/auth/passkey/begin': open,
  'POST /api/auth/passkey/finish': open,
  'POST /api/auth/recovery-code': open,
  'POST /api/auth/login/code': open,
  'POST /api/auth/password/forgot': open,
  'POST /api/auth/password/reset': open,
  'POST /api/edu/request-code': open,
  'POST /api/edu/verify': open,
  'POST /api/auth/logout': person,
  'GET /api/auth/session': person,
  'GET /api/auth/sessions': person,
  'DELETE /api/auth/sessions/{id}': person,
  'GET /api/account': person,
  'PATCH /api/account': person,
  'DELETE /api/account': person,
  'POST /api/account/password': person,
  'DELETE /api/account/sessions': person,
  'GET /api/account/keys': person,
  'POST /api/account/keys': person,
  'PATCH /api/account/keys/{id}': person,
  'DELETE /api/account/keys/{id}': person,
  'POST /api/account/keys/{id}/rotate': person,
  'POST /api/account/playground-token': person,
  'GET /api/account/passkeys': person,
  'POST /api/account/passkeys/begin': person,
  'POST /api/account/passkeys/finish': person,
  'PATCH /api/account/passkeys/{id}': person,
  'DELETE /api/account/passkeys/{id}': person,
  'GET /api/account/recovery-codes': person,
  'POST /api/account/recovery-codes': person,
  'GET /api/account/circuit-breaker': person,
  'PATCH /api/account/circuit-breaker': person,
  'GET /api/orgs/{orgId}/audit-log': managers,
  'GET /api/refusals': keysAndPerson,
  'GET /api/refusals/{requestId}': keysAndPerson,
  'GET /api/orgs/{orgId}/refusals': managers,
  'GET /api/orgs/{orgId}/keys': managers,
  'POST /api/orgs/{orgId}/keys': managers,
  'PATCH /api/orgs/{orgId}/keys/{id}': managers,
  'DELETE /api/orgs/{orgId}/keys/{id}': managers,
  'POST /api/orgs/{orgId}/keys/{id}/rotate': managers,
  'GET /api/orgs/{orgId}/edu-keys': managers,
  'POST /api/orgs/{orgId}/edu-keys': managers,
  'PATCH /api/orgs/{orgId}/edu-keys/{keyId}': managers,
  'DELETE /api/orgs/{orgId}/edu-keys/{keyId}': managers,
  'PUT /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': managers,
  'DELETE /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': managers,
  'GET /api/orgs/{orgId}/edu-classes': managers,
  'GET /api/orgs/{orgId}/edu-sessions': managers,
  'DELETE /api/orgs/{orgId}/edu-sessions/{id}': managers,
  'POST /api/orgs/{orgId}/edu-sessions/revoke': managers,
  'GET /api/orgs/{orgId}/reports/overview': managers,
  'GET /api/orgs/{orgId}/reports/by-team': managers,
  'GET /api/orgs/{orgId}/reports/by-model': managers,
  'GET /api/orgs/{orgId}/reports/by-member': managers,
  'GET /api/orgs/{orgId}/reports/export': managers,
  'GET /api/orgs/{orgId}/invoices': managers,
  'GET /api/orgs/{orgId}/invoices/{id}': managers,
  'GET /api/calls': [...keys, 'session'],
  'GET /api/orgs/{orgId}/calls': managers,
  'GET /api/orgs/{orgId}/calls/{id}': managers,
  'GET /api/series': [...keys, 'session'],
  'GET /api/orgs/{orgId}/series': managers,
  'GET /api/usage/caching': [...keys, 'session'],
  'GET /api/orgs/{orgId}/usage/caching': managers,
  'GET /api/live': [...keys, 'session'],
  'GET /api/search': person,
  'GET /api/orgs/{orgId}/live': managers,
  'GET /api/billing/ledger': person,
  'GET /api/billing/statements/{month}': person,
  'GET /api/billing/grants': person,
  'GET /api/billing/alerts': person,
  'GET /api/billing/auto-topup': person,
  'PUT /api/billing/auto-topup': person,
  'DELETE /api/billing/auto-topup': person,
  'GET /api/billing/channels': person,
  'POST /api/billing/topups/quote': person,
  'GET /api/billing/topups': person,
  'POST /api/billing/topups': person,
  'GET /api/billing/topups/{id}': person,
  'POST /api/billing/topups/{id}/simulate': person,
  'POST /api/billing/webhooks/{provider}': open,

  'GET /api/admin/moderation/rules': userReaders,
  'POST /api/admin/moderation/rules': userWriters,
  'PATCH /api/admin/moderation/rules/{id}': userWriters,
  'DELETE /api/admin/moderation/rules/{id}': userWriters,
  'GET /api/admin/moderation/evidence': userReaders,
  'GET /api/admin/models': catalogReaders,
  'POST /api/admin/models': catalogWriters,
  'POST /api/admin/models/import': catalogWriters,
  'POST /api/admin/models/{id}/retire': catalogWriters,
  'GET /api/admin/aliases': catalogReaders,
  'POST /api/admin/aliases': catalogWriters,
  'DELETE /api/admin/aliases/{name}': catalogWriters,
  'GET /api/admin/planned-prices': catalogReaders,
  'POST /api/admin/planned-prices': catalogWriters,
  'DELETE /api/admin/planned-prices/{id}': catalogWriters,
  'POST /api/admin/price-lists/preview': catalogWriters,
  'POST /api/admin/price-lists/import': catalogWriters,
  'GET /api/admin/models/{id}': catalogReaders,
  'PATCH /api/admin/models/{id}': catalogWriters,
  'DELETE /api/admin/models/{id}': catalogWriters,
  'GET /api/admin/provider-keys': catalogReaders,
  'POST /api/admin/provider-keys': catalogWriters,
  'POST /api/admin/provider-keys/discover': catalogWriters,
  'PATCH /api/admin/provider-keys/{id}': catalogWriters,
  'DELETE /api/admin/provider-keys/{id}': catalogWriters,
  'POST /api/admin/provider-keys/{id}/test': catalogWriters,
  'GET /api/admin/routes': catalogReaders,
  'GET /api/admin/routes/health': catalogReaders,
  'POST /api/admin/routes': catalogWriters,
  'PATCH /api/admin/routes/{id}': catalogWriters,
  'DELETE /api/admin/routes/{id}': catalogWriters,
  'GET /api/admin/auto-tiers': catalogReaders,
  'PUT /api/admin/auto-tiers/{table}/{tier}': catalogWriters,
  'GET /api/admin/free-tiers': catalogReaders,
  'PUT /api/admin/free-tiers/{modelId}': catalogWriters,
  'DELETE /api/admin/free-tiers/{modelId}': catalogWriters,
  'GET /api/admin/credits/grants': moneyReaders,
  'POST /api/admin/credits/grants': moneyWriters,
  'GET /api/admin/topups': moneyReaders,
  'POST /api/admin/topups/{id}/confirm': moneyWriters,
  'POST /api/admin/topups/{id}/reject': moneyWriters,
  'POST /api/admin/topups/{id}/refund': moneyWriters,
  'GET /api/admin/topup-suspensions': moneyReaders,
  'POST /api/admin/topup-suspensions/{id}/lift': moneyWriters,
  'GET /api/admin/channels': moneyReaders,
  'PUT /api/admin/channels/{id}': moneyWriters,
  'GET /api/admin/brake': moneyReaders,
  'PUT /api/admin/brake': moneyWriters,
  'POST /api/admin/ledger/verify': moneyWriters,
  'GET /api/admin/overview': moneyReaders,
  'GET /api/admin/usage': moneyReaders,
  'POST /api/admin/bills/compare': moneyWriters,
  'GET /api/admin/invoices': moneyReaders,
  'GET /api/admin/live': moneyReaders,
  'POST /api/admin/invoices/{id}/mark-paid': moneyWriters,
  'POST /api/admin/invoices/{id}/void': moneyWriters,
  'GET /api/admin/tokens': operators,
  'POST /api/admin/tokens': operators,
  'DELETE /api/admin/tokens/{id}': operators,
  'GET /api/admin/users': userReaders,
  'GET /api/admin/users/{id}': userReaders,
  'PATCH /api/admin/users/{id}': userWriters,
  'POST /api/admin/users/{id}/suspend': userWriters,
  'POST /api/admin/users/{id}/unsuspend': userWriters,
  'GET /api/admin/names': userReaders,
  'GET /api/admin/orgs': userReaders,
  'POST /api/admin/orgs': operators,
  'PATCH /api/admin/orgs/{id}': operators,
  'GET /api/admin/orgs/{id}/members': userReaders,
  'POST /api/admin/orgs/{id}/members': userWriters,
  'GET /api/admin/audit-log': userReaders,
};

const tokenKinds: readonly TokenKind[] = ['readToken', 'catalogToken', 'moneyToken', 'usersToken'];
/** Tokens are tried on operator routes, and one of them on all others. */
const kindsOf = (route: string): readonly Kind[] => [
  ...(['standard', 'management', 'session', 'playground', 'operator'] as const),
  ...(route.includes(' /api/admin/') ? tokenKinds : tokenKinds.slice(0, 1)),
];

const inner = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit'] as const;
const guarded = Object.entries(declared).filter(([, kinds]) => kinds.length > 0);

let ada: Account;
let credentials: Readonly<Record<Kind, ApiCall>>;

beforeAll(async () => {
  ada = await openAccount(gateway);
  const manager = await makeManager(gateway, ada);
  credentials = {
    standard: { bearer: ada.key },
    management: { bearer: manager.key },
    orgManagement: { bearer: await makeOrgManager(ada) },
    session: { cookie: ada.cookie },
    playground: { bearer: await makePlaygroundToken(ada) },
    operator: { bearer: gateway.credentials().adminToken },
    readToken: await makeOperatorToken('read'),
    catalogToken: await makeOperatorToken('catalog'),
    moneyToken: await makeOperatorToken('money'),
    usersToken: await makeOperatorToken('users'),
  };
});

async function makeOperatorToken(scope: string): Promise<ApiCall> {
  const name = `${scope}-${randomBytes(6).toString('hex')}`;
  const made = await gateway.operate('/api/admin/tokens', { body: { name, scopes: [scope] } });
  return { bearer: made.token as string };
}

async function makePlaygroundToken({ cookie }: Account): Promise<string> {
  const path = '/api/account/playground-token';
  return (await gateway.call(path, { method: 'POST', cookie })).json.token as string;
}

async function makeOrgManager({ cookie }: Account): Promise<string> {
  const org = await gateway.call('/api/orgs', { cookie, body: { name: 'Access' } });
  const path = `/api/orgs/${org.json.id as string}/keys`;
  const body = { name: 'manager', keyType: 'management' };
  return (await gateway.call(path, { cookie, body })).json.key as string;
}

async function logIn(): Promise<string> {
  const { email, password } = ada;
  const { headers } = await gateway.call('/api/auth/login', { body: { email, password } });
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function listRoutes(service: string): Promise<readonly string[]> {
  const port = gateway.portOf(`${service}-internal`);
  const { json } = await callApi(`http://127.0.0.1:${port}/routes`);
  return json.routes as string[];
}

/** The URL of a route with its parameters filled in, and a body that no route accepts. */
function makeCall(route: string, prefix = ''): { url: string; call: ApiCall } {
  const [method = '', path = ''] = route.split(' ');
  // A stream without an end would not be an answer.
  const query = path.endsWith('/live') ? '?seconds=1' : '';
  const url = prefix + path.replaceAll(/\{\w+\}/g, 'nothing') + query;
  const call = { method: method as NonNullable<ApiCall['method']> };
  return { url, call: method === 'GET' || method === 'DELETE' ? call : { ...call, body: {} } };
}

describe('the routes of the running services', () => {
  it('are those that are declared here, and no others', async () => {
    const [edge, ...services] = await Promise.all(['edge', ...inner].map(listRoutes));
    expect(edge?.toSorted()).toEqual(Object.keys(declared).toSorted());
    const own = edge?.filter((route) => !services.flat().includes(route)) ?? [];
    expect(own.every((route) => !/ \/(?:v1|api)\/(?!openapi)/.test(route))).toBe(true);
    expect(services.flat().filter((route) => declared[route] === undefined)).toEqual([]);
  });

  it.each(inner)(
    'are refused by %s itself without an identity signed by the edge',
    async (service) => {
      const prefix = `http://127.0.0.1:${gateway.portOf(`${service}-http`)}`;
      const forged = Buffer.from(
        JSON.stringify({ kind: 'operator', userId: ada.userId, walletId: ada.userId }),
      ).toString('base64url');
      const attempts: Readonly<Record<string, string>>[] = [
        {},
        { authorization: `Bearer ${gateway.credentials().adminToken}` },
        { 'x-tollgate-identity': forged },
        { 'x-tollgate-identity': `${forged}.${'0'.repeat(64)}` },
        { 'x-user-id': ada.userId, 'x-tollgate-user-id': ada.userId },
      ];
      for (const route of await listRoutes(service)) {
        for (const headers of attempts) {
          const { call, url } = makeCall(route, prefix);
          const { status } = await callApi(url, { ...call, headers });
          expect([route, headers, status]).toEqual([route, headers, 401]);
        }
      }
    },
  );
});

describe.each(guarded)('%s', (route, kinds) => {
  const refusedKinds = kindsOf(route).filter((kind) => !kinds.includes(kind));

  it('is refused without a credential, and with an unknown one', async () => {
    for (const prefix of route.includes(' /v1/') ? ['', '/api'] : ['']) {
      const { call, url } = makeCall(route, prefix);
      const none = await gateway.call(url, call);
      const unknown = await gateway.call(url, { ...call, bearer: 'sk-tg-unknown' });
      expect([none.status, unknown.status]).toEqual([401, 401]);
    }
  });

  it(`is refused to: ${refusedKinds.join(', ')}`, async () => {
    for (const kind of refusedKinds) {
      const { call, url } = makeCall(route);
      const { status } = await gateway.call(url, { ...call, ...credentials[kind] });
      expect([kind, [401, 403].includes(status)]).toEqual([kind, true]);
    }
  });

  it.each(kinds)('is not refused to: %s', async (kind) => {
    const { call, url } = makeCall(route);
    // Logging out would end the session that later cases use.
    const isEnd = route === 'POST /api/auth/logout';
    const credential = isEnd ? { cookie: await logIn() } : credentials[kind];
    const { status } = await gateway.call(url, { ...call, ...credential });
    expect([401, 403, 405, 500, 502]).not.toContain(status);
  });
});
