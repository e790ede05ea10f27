import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/http';
import type { CreateInstitutionKey } from '../use-cases/create-institution-key';
import type { DeleteInstitutionKey } from '../use-cases/delete-institution-key';
import type { ListInstitutionKeys } from '../use-cases/list-institution-keys';
import type { ListInstitutionSessions } from '../use-cases/list-institution-sessions';
import type { RequireOrgAdmin } from '../use-cases/org-admin';
import type { RequestCode } from '../use-cases/request-code';
import type { RevokeInstitutionSessions } from '../use-cases/revoke-institution-sessions';
import type { UpdateInstitutionKey } from '../use-cases/update-institution-key';
import type { VerifyCode } from '../use-cases/verify-code';
import {
  createEduKeyRoute,
  deleteEduKeyRoute,
  listEduKeysRoute,
  updateEduKeyRoute,
} from './edu-keys.route';
import {
  listEduSessionsRoute,
  revokeEduSessionRoute,
  revokeEduSessionsRoute,
} from './edu-sessions.route';
import { requestCodeRoute, verifyCodeRoute } from './edu-sign-in.route';
import type { institutionOperations } from './institutions.operations';
import { createOrgAdminReader } from './read-org-admin';

export interface InstitutionHandlersOptions {
  readonly idempotency: IdempotencyStore;
  readonly requireOrgAdmin: RequireOrgAdmin;
  readonly requestCode: RequestCode;
  readonly verifyCode: VerifyCode;
  readonly listKeys: ListInstitutionKeys;
  readonly createKey: CreateInstitutionKey;
  readonly updateKey: UpdateInstitutionKey;
  readonly deleteKey: DeleteInstitutionKey;
  readonly listSessions: ListInstitutionSessions;
  readonly revokeSessions: RevokeInstitutionSessions;
}

/** The routes of institutions, for their people and for who manages them. */
export function createInstitutionHandlers(
  options: InstitutionHandlersOptions,
): Handlers<typeof institutionOperations> {
  const { createKey, idempotency, revokeSessions } = options;
  const admin = createOrgAdminReader(options.requireOrgAdmin);
  return {
    'POST /api/edu/request-code': requestCodeRoute(options.requestCode),
    'POST /api/edu/verify': verifyCodeRoute(options.verifyCode),
    'GET /api/orgs/{orgId}/edu-keys': listEduKeysRoute(options.listKeys, admin),
    'POST /api/orgs/{orgId}/edu-keys': createEduKeyRoute(createKey, admin, idempotency),
    'PATCH /api/orgs/{orgId}/edu-keys/{keyId}': updateEduKeyRoute(options.updateKey, admin),
    'DELETE /api/orgs/{orgId}/edu-keys/{keyId}': deleteEduKeyRoute(options.deleteKey, admin),
    'GET /api/orgs/{orgId}/edu-sessions': listEduSessionsRoute(options.listSessions, admin),
    'DELETE /api/orgs/{orgId}/edu-sessions/{id}': revokeEduSessionRoute(revokeSessions, admin),
    'POST /api/orgs/{orgId}/edu-sessions/revoke': revokeEduSessionsRoute(revokeSessions, admin),
  };
}
