import { randomInt } from 'node:crypto';
import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Redis } from '@tollgate/redis';
import type { AuthConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import { createCodeHasher } from './code-hasher';
import { createInstitutionKeyUseCase } from './create-institution-key';
import { deleteInstitutionKeyUseCase } from './delete-institution-key';
import { createDeleteOldCodesJob } from './delete-old-codes.job';
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
import { codeNumbers, formatCode } from './institution-code';
import type { institutionOperations } from './institutions.operations';
import { listInstitutionKeysUseCase } from './list-institution-keys';
import { listInstitutionSessionsUseCase } from './list-institution-sessions';
import { createOrgAdminReader } from './org-admin.http';
import { createCodeLimits } from './redis-code-limits';
import { requestCodeUseCase } from './request-code';
import { requireOrgAdminUseCase } from './require-org-admin';
import { revokeInstitutionSessionsUseCase } from './revoke-institution-sessions';
import { sendCodesUseCase } from './send-codes';
import { createSendCodesJob } from './send-codes.job';
import { updateInstitutionKeyUseCase } from './update-institution-key';
import { verifyCodeUseCase } from './verify-code';

/** Sign-in of people of an institution by mailed codes, and its keys and sessions. */
export function createInstitutionsModule(
  options: ModulePorts & {
    readonly config: Pick<AuthConfig, 'mail' | 'eduCodeSecret'>;
    readonly redis: Redis;
  },
): { readonly handlers: Handlers<typeof institutionOperations>; readonly parts: readonly Part[] } {
  const { clock, config, database, idempotency, logger, redis } = options;
  const hasher = createCodeHasher(config.eduCodeSecret);
  const mailer = createMailer(config.mail);
  const sendCodes = sendCodesUseCase({
    ...options,
    hasher,
    makeCode: () => formatCode(randomInt(codeNumbers)),
    sendMail: (mail) => mailer.send(mail),
  });
  const sender = createSendCodesJob({ sendCodes, logger });
  const ports = { ...options, hasher, limits: createCodeLimits(redis), sender };
  const admin = createOrgAdminReader(requireOrgAdminUseCase(ports));
  const createKey = createInstitutionKeyUseCase(ports);
  const updateKey = updateInstitutionKeyUseCase(ports);
  const deleteKey = deleteInstitutionKeyUseCase(ports);
  const listSessions = listInstitutionSessionsUseCase(ports);
  const revokeSessions = revokeInstitutionSessionsUseCase(ports);
  return {
    handlers: {
      'POST /api/edu/request-code': requestCodeRoute(requestCodeUseCase(ports)),
      'POST /api/edu/verify': verifyCodeRoute(verifyCodeUseCase(ports)),
      'GET /api/orgs/{orgId}/edu-keys': listEduKeysRoute(listInstitutionKeysUseCase(ports), admin),
      'POST /api/orgs/{orgId}/edu-keys': createEduKeyRoute(createKey, admin, idempotency),
      'PATCH /api/orgs/{orgId}/edu-keys/{keyId}': updateEduKeyRoute(updateKey, admin),
      'DELETE /api/orgs/{orgId}/edu-keys/{keyId}': deleteEduKeyRoute(deleteKey, admin),
      'GET /api/orgs/{orgId}/edu-sessions': listEduSessionsRoute(listSessions, admin),
      'DELETE /api/orgs/{orgId}/edu-sessions/{id}': revokeEduSessionRoute(revokeSessions, admin),
      'POST /api/orgs/{orgId}/edu-sessions/revoke': revokeEduSessionsRoute(revokeSessions, admin),
    },
    parts: [createDeleteOldCodesJob({ database, clock, logger }), sender],
  };
}
