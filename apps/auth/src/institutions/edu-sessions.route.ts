import { AppError } from '@tollgate/errors';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  validate,
  validateQuery,
} from '@tollgate/http';
import { isId } from '@tollgate/ids';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { readOrgAdmin } from './edu-keys.route';
import type { institutionSessionSchema } from './institution-answers';
import {
  institutionSessionsQuery,
  revokeSessionsBody,
  type institutionOperations,
} from './institutions.operations';
import type { ListedSession, ListInstitutionSessions } from './list-institution-sessions';
import type { ManageInstitutionKeys } from './manage-institution-keys';
import type { RevokeInstitutionSessions } from './revoke-institution-sessions';

type EduSessionRoute = Extract<
  keyof typeof institutionOperations,
  `${string}/edu-sessions${string}`
>;

export function createEduSessionHandlers(options: {
  readonly keys: Pick<ManageInstitutionKeys, 'requireAdmin'>;
  readonly listSessions: ListInstitutionSessions;
  readonly revokeSessions: RevokeInstitutionSessions;
}): Pick<Handlers<typeof institutionOperations>, EduSessionRoute> {
  const { keys, listSessions, revokeSessions } = options;
  return {
    'GET /api/orgs/{orgId}/edu-sessions': async (request, response) => {
      const { actor, orgId } = await readOrgAdmin(keys, request, response);
      const query = validateQuery(institutionSessionsQuery, request.query);
      const { email, limit, offset, status } = query;
      const filter = { orgId, email, status };
      const sessions = await listSessions(filter, { limit, offset }, actor.requestId);
      response.json({ sessions: sessions.map(renderSession) });
    },

    'DELETE /api/orgs/{orgId}/edu-sessions/{id}': async (request, response) => {
      const admin = await readOrgAdmin(keys, request, response);
      const sessionId = getPathParameter(request, 'id');
      const isSession = isId('institutionSession', sessionId);
      const revoked = isSession ? await revokeSessions(admin, { sessionId }) : 0;
      if (revoked === 0) throw new AppError('not_found');
      response.status(204).end();
    },

    'POST /api/orgs/{orgId}/edu-sessions/revoke': async (request, response) => {
      const admin = await readOrgAdmin(keys, request, response);
      const body = await readJsonBody(request);
      const { email, keyId } = validate(revokeSessionsBody, body);
      const filter = { email: email ?? undefined, keyId: keyId ?? undefined };
      response.json({ revoked: await revokeSessions(admin, filter) });
    },
  };
}

function renderSession(listed: ListedSession): z.input<typeof institutionSessionSchema> {
  const { session, status, usage } = listed;
  return {
    id: session.id,
    email: session.email,
    keyId: session.keyId,
    status,
    createdAt: formatTime(session.createdAt),
    expiresAt: formatTime(session.expiresAt),
    lastUsed: formatTime(usage.lastUsedAt),
    requests: usage.requests,
    tokens: usage.totalTokens,
    spend: nanosToUsdNumber(usage.totalNanos),
  };
}
