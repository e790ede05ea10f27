import type { CallerKind } from '@tollgate/identity';
import type { BucketName } from '../domain/rate-bucket';
import type { Method, Owner, Route } from '../domain/route';

const anyone: readonly CallerKind[] = [];
const standardKey: readonly CallerKind[] = ['standard_key'];
const managementKey: readonly CallerKind[] = ['management_key'];
const anyKey: readonly CallerKind[] = ['standard_key', 'management_key'];
const session: readonly CallerKind[] = ['session'];
const keyOrSession: readonly CallerKind[] = [...anyKey, ...session];
const managementKeyOrSession: readonly CallerKind[] = [...managementKey, ...session];
const operator: readonly CallerKind[] = ['operator'];
/** What an institution lets its people do. */
const standardKeyOrEdu: readonly CallerKind[] = [...standardKey, 'institution_session'];
const anyKeyOrEdu: readonly CallerKind[] = [...anyKey, 'institution_session'];

function route(
  methodAndPath: `${Method} /${string}`,
  access: readonly CallerKind[],
  owner: Owner,
  bucket: BucketName | null,
): Route {
  const [method, path = ''] = methodAndPath.split(' ');
  return { method: method as Method, path, access, owner, bucket };
}

/** Of the catalog: anybody sees it, and keys of an organization what that one allows. */
function catalogRoute(methodAndPath: `GET /${string}`): Route {
  const described = route(methodAndPath, anyKeyOrEdu, 'relay', 'catalog');
  return { ...described, isOpen: true, takesApiKeyHeader: true };
}

/** For members of an organization; what they are there is judged by orgs. */
function orgRoute(methodAndPath: `${Method} /${string}`): Route {
  return route(methodAndPath, managementKeyOrSession, 'orgs', 'management');
}

/** Every public route of the service: what is not here does not exist. */
export const routeTable: readonly Route[] = [
  route('GET /', anyone, 'edge', 'page'),
  route('GET /healthz', anyone, 'edge', null),
  route('GET /readyz', anyone, 'edge', null),
  route('GET /openapi.json', anyone, 'edge', 'page'),
  route('GET /v1/openapi.json', anyone, 'edge', 'page'),
  route('GET /docs', anyone, 'edge', 'page'),
  route('GET /docs/viewer.js', anyone, 'edge', 'page'),
  route('GET /docs/errors', anyone, 'edge', 'page'),

  route('POST /v1/chat/completions', standardKeyOrEdu, 'relay', 'inference'),
  route('POST /v1/cursor/chat/completions', standardKeyOrEdu, 'relay', 'inference'),
  route('POST /v1/responses', standardKey, 'relay', 'inference'),
  { ...route('POST /v1/messages', standardKey, 'relay', 'inference'), takesApiKeyHeader: true },
  {
    // Not of the caller's calls per minute; bounded all the same, because a provider is asked.
    ...route('POST /v1/messages/count_tokens', standardKey, 'relay', 'management'),
    takesApiKeyHeader: true,
  },
  route('POST /v1/embeddings', standardKeyOrEdu, 'relay', 'inference'),
  route('POST /v1/estimate', standardKey, 'relay', 'management'),
  catalogRoute('GET /v1/models'),
  catalogRoute('GET /v1/models/{slug}'),
  catalogRoute('GET /v1/models/{provider}/{model}'),

  route('GET /v1/keys', managementKey, 'auth', 'management'),
  route('POST /v1/keys', managementKey, 'auth', 'management'),
  route('GET /v1/keys/{id}', managementKey, 'auth', 'management'),
  route('PATCH /v1/keys/{id}', managementKeyOrSession, 'auth', 'management'),
  route('DELETE /v1/keys/{id}', managementKey, 'auth', 'management'),
  route('GET /v1/key', anyKeyOrEdu, 'auth', null),
  route('GET /v1/auth/key', anyKey, 'auth', null),
  route('GET /v1/credits', anyKey, 'billing', null),
  route('GET /v1/generation', anyKey, 'billing', null),
  route('GET /v1/usage', anyKey, 'billing', 'reports'),
  route('GET /v1/insights', keyOrSession, 'billing', 'reports'),

  route('GET /v1/orgs', keyOrSession, 'orgs', 'management'),
  orgRoute('GET /v1/orgs/{orgId}'),
  orgRoute('PATCH /v1/orgs/{orgId}'),
  orgRoute('GET /v1/orgs/{orgId}/teams'),
  orgRoute('POST /v1/orgs/{orgId}/teams'),
  orgRoute('PATCH /v1/orgs/{orgId}/teams/{teamId}'),
  orgRoute('DELETE /v1/orgs/{orgId}/teams/{teamId}'),
  orgRoute('GET /v1/orgs/{orgId}/members'),
  orgRoute('POST /v1/orgs/{orgId}/members'),
  orgRoute('PATCH /v1/orgs/{orgId}/members/{memberId}'),
  orgRoute('DELETE /v1/orgs/{orgId}/members/{memberId}'),
  route('POST /api/orgs', session, 'orgs', 'management'),
  orgRoute('GET /api/orgs/{orgId}/invitations'),
  orgRoute('POST /api/orgs/{orgId}/invitations'),
  orgRoute('DELETE /api/orgs/{orgId}/invitations/{id}'),
  route('POST /api/invitations/{token}/accept', session, 'orgs', 'management'),
  orgRoute('GET /api/orgs/{orgId}/allowed-models'),
  orgRoute('PATCH /api/orgs/{orgId}/allowed-models'),
  orgRoute('GET /api/orgs/{orgId}/circuit-breaker'),
  orgRoute('PATCH /api/orgs/{orgId}/circuit-breaker'),
  orgRoute('GET /api/orgs/{orgId}/teams/{teamId}/allowed-models'),
  orgRoute('PATCH /api/orgs/{orgId}/teams/{teamId}/allowed-models'),
  orgRoute('GET /api/orgs/{orgId}/teams/{teamId}/circuit-breaker'),
  orgRoute('PATCH /api/orgs/{orgId}/teams/{teamId}/circuit-breaker'),
  orgRoute('GET /api/orgs/{orgId}/members/{memberId}/allowed-models'),
  orgRoute('PATCH /api/orgs/{orgId}/members/{memberId}/allowed-models'),
  orgRoute('GET /api/orgs/{orgId}/members/{memberId}/circuit-breaker'),
  orgRoute('PATCH /api/orgs/{orgId}/members/{memberId}/circuit-breaker'),
  route('GET /api/orgs/{orgId}/reports/overview', managementKeyOrSession, 'orgs', 'reports'),
  route('GET /api/orgs/{orgId}/reports/by-team', managementKeyOrSession, 'orgs', 'reports'),
  route('GET /api/orgs/{orgId}/reports/by-model', managementKeyOrSession, 'orgs', 'reports'),
  route('GET /api/orgs/{orgId}/reports/by-member', managementKeyOrSession, 'orgs', 'reports'),
  route('GET /api/orgs/{orgId}/reports/export', managementKeyOrSession, 'orgs', 'reports'),
  orgRoute('GET /api/orgs/{orgId}/edu-config'),
  orgRoute('PATCH /api/orgs/{orgId}/edu-config'),
  route('GET /v1/management/byok-keys', managementKey, 'orgs', 'management'),
  route('POST /v1/management/byok-keys', managementKey, 'orgs', 'management'),
  route('GET /v1/management/byok-keys/{id}', managementKey, 'orgs', 'management'),
  route('PATCH /v1/management/byok-keys/{id}', managementKey, 'orgs', 'management'),
  route('DELETE /v1/management/byok-keys/{id}', managementKey, 'orgs', 'management'),
  orgRoute('GET /api/orgs/{orgId}/content-filters'),
  orgRoute('POST /api/orgs/{orgId}/content-filters'),
  orgRoute('POST /api/orgs/{orgId}/content-filters/test'),
  orgRoute('GET /api/orgs/{orgId}/content-filters/{ruleId}'),
  orgRoute('PATCH /api/orgs/{orgId}/content-filters/{ruleId}'),
  orgRoute('DELETE /api/orgs/{orgId}/content-filters/{ruleId}'),

  route('POST /api/auth/signup', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/login', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/verify-email', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/password/forgot', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/password/reset', anyone, 'auth', 'sign-in'),
  route('POST /api/edu/request-code', anyone, 'auth', 'sign-in'),
  route('POST /api/edu/verify', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/logout', session, 'auth', 'management'),
  { ...route('GET /api/auth/session', session, 'auth', 'management'), forwardsCookie: true },
  route('GET /api/auth/sessions', session, 'auth', 'management'),
  route('DELETE /api/auth/sessions/{id}', session, 'auth', 'management'),
  route('GET /api/account', session, 'auth', 'management'),
  route('PATCH /api/account', session, 'auth', 'management'),
  route('DELETE /api/account', session, 'auth', 'management'),
  route('GET /api/account/keys', session, 'auth', 'management'),
  route('POST /api/account/keys', session, 'auth', 'management'),
  route('PATCH /api/account/keys/{id}', session, 'auth', 'management'),
  route('DELETE /api/account/keys/{id}', session, 'auth', 'management'),
  route('GET /api/account/circuit-breaker', session, 'auth', 'management'),
  route('PATCH /api/account/circuit-breaker', session, 'auth', 'management'),
  route('GET /api/orgs/{orgId}/audit-log', managementKeyOrSession, 'audit', 'management'),
  route('GET /api/orgs/{orgId}/keys', managementKeyOrSession, 'auth', 'management'),
  route('POST /api/orgs/{orgId}/keys', managementKeyOrSession, 'auth', 'management'),
  route('PATCH /api/orgs/{orgId}/keys/{id}', managementKeyOrSession, 'auth', 'management'),
  route('DELETE /api/orgs/{orgId}/keys/{id}', managementKeyOrSession, 'auth', 'management'),
  route('GET /api/orgs/{orgId}/edu-keys', managementKeyOrSession, 'auth', 'management'),
  route('POST /api/orgs/{orgId}/edu-keys', managementKeyOrSession, 'auth', 'management'),
  route('PATCH /api/orgs/{orgId}/edu-keys/{keyId}', managementKeyOrSession, 'auth', 'management'),
  route('DELETE /api/orgs/{orgId}/edu-keys/{keyId}', managementKeyOrSession, 'auth', 'management'),
  route('GET /api/orgs/{orgId}/edu-sessions', managementKeyOrSession, 'auth', 'management'),
  route('DELETE /api/orgs/{orgId}/edu-sessions/{id}', managementKeyOrSession, 'auth', 'management'),
  route('POST /api/orgs/{orgId}/edu-sessions/revoke', managementKeyOrSession, 'auth', 'management'),
  route('GET /api/orgs/{orgId}/invoices', managementKeyOrSession, 'billing', 'management'),
  route('GET /api/orgs/{orgId}/invoices/{id}', managementKeyOrSession, 'billing', 'management'),
  route('GET /api/billing/ledger', session, 'billing', 'reports'),
  route('GET /api/billing/channels', session, 'billing', 'management'),
  route('POST /api/billing/topups/quote', session, 'billing', 'management'),
  route('GET /api/billing/topups', session, 'billing', 'management'),
  route('POST /api/billing/topups', session, 'billing', 'management'),
  route('GET /api/billing/topups/{id}', session, 'billing', 'management'),
  route('POST /api/billing/topups/{id}/simulate', session, 'billing', 'management'),
  // Nobody is asked who they are: the provider's signature in the request is judged by billing.
  route('POST /api/billing/webhooks/{provider}', anyone, 'billing', 'webhook'),

  route('GET /api/admin/models', operator, 'relay', 'management'),
  route('POST /api/admin/models', operator, 'relay', 'management'),
  route('POST /api/admin/models/import', operator, 'relay', 'management'),
  route('POST /api/admin/models/{id}/retire', operator, 'relay', 'management'),
  route('GET /api/admin/aliases', operator, 'relay', 'management'),
  route('POST /api/admin/aliases', operator, 'relay', 'management'),
  route('DELETE /api/admin/aliases/{name}', operator, 'relay', 'management'),
  route('GET /api/admin/models/{id}', operator, 'relay', 'management'),
  route('PATCH /api/admin/models/{id}', operator, 'relay', 'management'),
  route('DELETE /api/admin/models/{id}', operator, 'relay', 'management'),
  route('GET /api/admin/provider-keys', operator, 'relay', 'management'),
  route('POST /api/admin/provider-keys', operator, 'relay', 'management'),
  route('PATCH /api/admin/provider-keys/{id}', operator, 'relay', 'management'),
  route('DELETE /api/admin/provider-keys/{id}', operator, 'relay', 'management'),
  route('POST /api/admin/provider-keys/{id}/test', operator, 'relay', 'management'),
  route('GET /api/admin/routes', operator, 'relay', 'management'),
  route('GET /api/admin/routes/health', operator, 'relay', 'management'),
  route('POST /api/admin/routes', operator, 'relay', 'management'),
  route('PATCH /api/admin/routes/{id}', operator, 'relay', 'management'),
  route('DELETE /api/admin/routes/{id}', operator, 'relay', 'management'),
  route('GET /api/admin/auto-tiers', operator, 'relay', 'management'),
  route('PUT /api/admin/auto-tiers/{table}/{tier}', operator, 'relay', 'management'),
  route('GET /api/admin/free-tiers', operator, 'relay', 'management'),
  route('PUT /api/admin/free-tiers/{modelId}', operator, 'relay', 'management'),
  route('DELETE /api/admin/free-tiers/{modelId}', operator, 'relay', 'management'),
  route('GET /api/admin/credits/grants', operator, 'billing', 'management'),
  route('POST /api/admin/credits/grants', operator, 'billing', 'management'),
  route('GET /api/admin/topups', operator, 'billing', 'management'),
  route('POST /api/admin/topups/{id}/confirm', operator, 'billing', 'management'),
  route('POST /api/admin/topups/{id}/reject', operator, 'billing', 'management'),
  route('POST /api/admin/topups/{id}/refund', operator, 'billing', 'management'),
  route('PUT /api/admin/channels/{id}', operator, 'billing', 'management'),
  route('GET /api/admin/overview', operator, 'billing', 'reports'),
  route('GET /api/admin/usage', operator, 'billing', 'reports'),
  route('GET /api/admin/invoices', operator, 'billing', 'management'),
  route('POST /api/admin/invoices/{id}/mark-paid', operator, 'billing', 'management'),
  route('POST /api/admin/invoices/{id}/void', operator, 'billing', 'management'),
  route('GET /api/admin/brake', operator, 'billing', 'management'),
  route('PUT /api/admin/brake', operator, 'billing', 'management'),
  route('GET /api/admin/users', operator, 'auth', 'management'),
  route('GET /api/admin/users/{id}', operator, 'auth', 'management'),
  route('PATCH /api/admin/users/{id}', operator, 'auth', 'management'),
  route('POST /api/admin/users/{id}/suspend', operator, 'auth', 'management'),
  route('POST /api/admin/users/{id}/unsuspend', operator, 'auth', 'management'),
  route('GET /api/admin/orgs', operator, 'orgs', 'management'),
  route('POST /api/admin/orgs', operator, 'orgs', 'management'),
  route('PATCH /api/admin/orgs/{id}', operator, 'orgs', 'management'),
  route('GET /api/admin/moderation/rules', operator, 'orgs', 'management'),
  route('POST /api/admin/moderation/rules', operator, 'orgs', 'management'),
  route('PATCH /api/admin/moderation/rules/{id}', operator, 'orgs', 'management'),
  route('DELETE /api/admin/moderation/rules/{id}', operator, 'orgs', 'management'),
  route('GET /api/admin/moderation/evidence', operator, 'orgs', 'reports'),
  route('GET /api/admin/audit-log', operator, 'audit', 'management'),
];
