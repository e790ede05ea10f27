import type { CallerKind, OperatorScope } from '@tollgate/identity';
import type { BucketName } from '../domain/rate-bucket';
import type { Method, Owner, Route } from '../domain/route';

const anyone: readonly CallerKind[] = [];
const standardKey: readonly CallerKind[] = ['standard_key'];
const managementKey: readonly CallerKind[] = ['management_key'];
const anyKey: readonly CallerKind[] = ['standard_key', 'management_key'];
const session: readonly CallerKind[] = ['session'];
const keyOrSession: readonly CallerKind[] = [...anyKey, ...session];
const standardKeyOrSession: readonly CallerKind[] = [...standardKey, ...session];
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

/** Catalog routes: public, but keys of an organization see only what it allows. */
function catalogRoute(methodAndPath: `GET /${string}`): Route {
  const described = route(methodAndPath, anyKeyOrEdu, 'relay', 'catalog');
  return { ...described, isOpen: true, takesApiKeyHeader: true };
}

/** For members of an organization; what they are there is judged by orgs. */
function orgRoute(methodAndPath: `${Method} /${string}`): Route {
  return route(methodAndPath, managementKeyOrSession, 'orgs', 'management');
}

/** For operators; a named operator token needs all of the scopes, or `read` for a GET. */
function operatorRoute(
  methodAndPath: `${Method} /${string}`,
  owner: Owner,
  scopes: readonly OperatorScope[],
  bucket: BucketName = 'management',
): Route {
  return { ...route(methodAndPath, operator, owner, bucket), operatorScopes: scopes };
}

const catalog: readonly OperatorScope[] = ['catalog'];
const money: readonly OperatorScope[] = ['money'];
const users: readonly OperatorScope[] = ['users'];
/** The terms of an organization let it spend. */
const usersAndMoney: readonly OperatorScope[] = ['users', 'money'];
/** A token must not make tokens. */
const noToken: readonly OperatorScope[] = [];

/** Every public route: a path that is not listed answers 404. */
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
    // Not part of the caller's calls per minute, but bounded, because it calls a provider.
    ...route('POST /v1/messages/count_tokens', standardKey, 'relay', 'management'),
    takesApiKeyHeader: true,
  },
  route('POST /v1/embeddings', standardKeyOrEdu, 'relay', 'inference'),
  route('POST /v1/images/generations', standardKey, 'relay', 'inference'),
  // Eight files of 10 MB, and what else a form needs.
  {
    ...route('POST /v1/images/edits', standardKey, 'relay', 'inference'),
    bodyBytesMax: 85 * 1024 * 1024,
  },
  route('GET /v1/images/proxy/{token}', anyone, 'relay', 'page'),
  catalogRoute('GET /v1/images/models'),
  route('POST /v1/audio/speech', standardKey, 'relay', 'inference'),
  route('POST /v1/audio/transcriptions', standardKey, 'relay', 'inference'),
  route('POST /v1/videos', standardKey, 'video', 'video-submit'),
  route('GET /v1/videos', keyOrSession, 'video', 'video-poll'),
  route('GET /v1/videos/{id}', keyOrSession, 'video', 'video-poll'),
  route('GET /v1/videos/{id}/content', keyOrSession, 'video', null),
  route('POST /v1/video/generations', standardKey, 'video', 'video-submit'),
  route('GET /v1/video/generations/{id}', keyOrSession, 'video', 'video-poll'),
  route('GET /v1/video/generations/{id}/content', keyOrSession, 'video', null),
  route('POST /v1/estimate', standardKeyOrSession, 'relay', 'management'),
  catalogRoute('GET /v1/models'),
  catalogRoute('GET /v1/models/{slug}'),
  { ...catalogRoute('GET /v1/models/{provider}/{model}'), takesMoreSegments: true },

  route('GET /v1/keys', managementKey, 'auth', 'management'),
  route('POST /v1/keys', managementKey, 'auth', 'management'),
  route('GET /v1/keys/{id}', managementKey, 'auth', 'management'),
  route('PATCH /v1/keys/{id}', managementKeyOrSession, 'auth', 'management'),
  route('DELETE /v1/keys/{id}', managementKey, 'auth', 'management'),
  route('GET /v1/key', anyKeyOrEdu, 'auth', null),
  route('GET /v1/auth/key', anyKey, 'auth', null),
  route('GET /v1/credits', keyOrSession, 'billing', null),
  route('GET /v1/generation', keyOrSession, 'billing', 'reports'),
  route('GET /v1/usage', keyOrSession, 'billing', 'reports'),
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
  route('GET /v1/management/byok-keys', managementKeyOrSession, 'orgs', 'management'),
  route('POST /v1/management/byok-keys', managementKeyOrSession, 'orgs', 'management'),
  route('GET /v1/management/byok-keys/{id}', managementKeyOrSession, 'orgs', 'management'),
  route('PATCH /v1/management/byok-keys/{id}', managementKeyOrSession, 'orgs', 'management'),
  route('DELETE /v1/management/byok-keys/{id}', managementKeyOrSession, 'orgs', 'management'),
  orgRoute('GET /api/orgs/{orgId}/content-filters'),
  orgRoute('POST /api/orgs/{orgId}/content-filters'),
  orgRoute('POST /api/orgs/{orgId}/content-filters/test'),
  orgRoute('GET /api/orgs/{orgId}/content-filters/{ruleId}'),
  orgRoute('PATCH /api/orgs/{orgId}/content-filters/{ruleId}'),
  orgRoute('DELETE /api/orgs/{orgId}/content-filters/{ruleId}'),

  route('POST /api/auth/signup', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/login', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/login/code', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/verify-email', anyone, 'auth', 'sign-in'),
  route('POST /api/auth/verify-email/resend', anyone, 'auth', 'sign-in'),
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
  route('POST /api/account/password', session, 'auth', 'management'),
  route('DELETE /api/account/sessions', session, 'auth', 'management'),
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
  // No authentication: billing verifies the payment provider's signature.
  route('POST /api/billing/webhooks/{provider}', anyone, 'billing', 'webhook'),

  operatorRoute('GET /api/admin/models', 'relay', catalog),
  operatorRoute('POST /api/admin/models', 'relay', catalog),
  operatorRoute('POST /api/admin/models/import', 'relay', catalog),
  operatorRoute('POST /api/admin/models/{id}/retire', 'relay', catalog),
  operatorRoute('GET /api/admin/aliases', 'relay', catalog),
  operatorRoute('POST /api/admin/aliases', 'relay', catalog),
  operatorRoute('DELETE /api/admin/aliases/{name}', 'relay', catalog),
  operatorRoute('GET /api/admin/models/{id}', 'relay', catalog),
  operatorRoute('PATCH /api/admin/models/{id}', 'relay', catalog),
  operatorRoute('DELETE /api/admin/models/{id}', 'relay', catalog),
  operatorRoute('GET /api/admin/provider-keys', 'relay', catalog),
  operatorRoute('POST /api/admin/provider-keys', 'relay', catalog),
  operatorRoute('PATCH /api/admin/provider-keys/{id}', 'relay', catalog),
  operatorRoute('DELETE /api/admin/provider-keys/{id}', 'relay', catalog),
  operatorRoute('POST /api/admin/provider-keys/{id}/test', 'relay', catalog),
  operatorRoute('GET /api/admin/routes', 'relay', catalog),
  operatorRoute('GET /api/admin/routes/health', 'relay', catalog),
  operatorRoute('POST /api/admin/routes', 'relay', catalog),
  operatorRoute('PATCH /api/admin/routes/{id}', 'relay', catalog),
  operatorRoute('DELETE /api/admin/routes/{id}', 'relay', catalog),
  operatorRoute('GET /api/admin/auto-tiers', 'relay', catalog),
  operatorRoute('PUT /api/admin/auto-tiers/{table}/{tier}', 'relay', catalog),
  operatorRoute('GET /api/admin/free-tiers', 'relay', catalog),
  operatorRoute('PUT /api/admin/free-tiers/{modelId}', 'relay', catalog),
  operatorRoute('DELETE /api/admin/free-tiers/{modelId}', 'relay', catalog),
  operatorRoute('GET /api/admin/credits/grants', 'billing', money),
  operatorRoute('POST /api/admin/credits/grants', 'billing', money),
  operatorRoute('GET /api/admin/topups', 'billing', money),
  operatorRoute('POST /api/admin/topups/{id}/confirm', 'billing', money),
  operatorRoute('POST /api/admin/topups/{id}/reject', 'billing', money),
  operatorRoute('POST /api/admin/topups/{id}/refund', 'billing', money),
  operatorRoute('GET /api/admin/topup-suspensions', 'billing', money),
  operatorRoute('POST /api/admin/topup-suspensions/{id}/lift', 'billing', money),
  operatorRoute('PUT /api/admin/channels/{id}', 'billing', money),
  operatorRoute('GET /api/admin/overview', 'billing', money, 'reports'),
  operatorRoute('GET /api/admin/usage', 'billing', money, 'reports'),
  operatorRoute('GET /api/admin/invoices', 'billing', money),
  operatorRoute('POST /api/admin/invoices/{id}/mark-paid', 'billing', money),
  operatorRoute('POST /api/admin/invoices/{id}/void', 'billing', money),
  operatorRoute('GET /api/admin/brake', 'billing', money),
  operatorRoute('PUT /api/admin/brake', 'billing', money),
  operatorRoute('GET /api/admin/tokens', 'auth', noToken),
  operatorRoute('POST /api/admin/tokens', 'auth', noToken),
  operatorRoute('DELETE /api/admin/tokens/{id}', 'auth', noToken),
  operatorRoute('GET /api/admin/users', 'auth', users),
  operatorRoute('GET /api/admin/users/{id}', 'auth', users),
  operatorRoute('PATCH /api/admin/users/{id}', 'auth', users),
  operatorRoute('POST /api/admin/users/{id}/suspend', 'auth', users),
  operatorRoute('POST /api/admin/users/{id}/unsuspend', 'auth', users),
  operatorRoute('GET /api/admin/orgs', 'orgs', users),
  operatorRoute('POST /api/admin/orgs', 'orgs', usersAndMoney),
  operatorRoute('PATCH /api/admin/orgs/{id}', 'orgs', usersAndMoney),
  operatorRoute('POST /api/admin/orgs/{id}/members', 'orgs', users),
  operatorRoute('GET /api/admin/moderation/rules', 'orgs', users),
  operatorRoute('POST /api/admin/moderation/rules', 'orgs', users),
  operatorRoute('PATCH /api/admin/moderation/rules/{id}', 'orgs', users),
  operatorRoute('DELETE /api/admin/moderation/rules/{id}', 'orgs', users),
  operatorRoute('GET /api/admin/moderation/evidence', 'orgs', users, 'reports'),
  operatorRoute('GET /api/admin/audit-log', 'audit', users),
];
