import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import {
  formatTime,
  getPathParameter,
  readJsonBody,
  validate,
  validateQuery,
} from '@tollgate/http';
import { isId } from '@tollgate/ids';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import type { institutionSessionSchema } from './institution-answers';
import { institutionSessionsQuery, revokeSessionsBody } from './institutions.operations';
import type { ListedSession, ListInstitutionSessions } from './list-institution-sessions';
import type { ReadOrgAdmin } from './org-admin.http';
import type { RevokeInstitutionSessions } from './revoke-institution-sessions';

/** GET /api/orgs/{orgId}/edu-sessions */
export function listEduSessionsRoute(
  listSessions: ListInstitutionSessions,
  readAdmin: ReadOrgAdmin,
): RequestHandler {
  return async (request, response) => {
    const { actor, orgId } = await readAdmin(request, response);
    const query = validateQuery(institutionSessionsQuery, request.query);
    const { email, limit, offset, status } = query;
    const sessions = await listSessions(
      { orgId, email, status },
      { limit, offset },
      actor.requestId,
    );
    response.json({ sessions: sessions.map(renderSession) });
  };
}

/** DELETE /api/orgs/{orgId}/edu-sessions/{id} */
export function revokeEduSessionRoute(
  revokeSessions: RevokeInstitutionSessions,
  readAdmin: ReadOrgAdmin,
): RequestHandler {
  return async (request, response) => {
    const admin = await readAdmin(request, response);
    const sessionId = getPathParameter(request, 'id');
    const revoked = isId('institutionSession', sessionId)
      ? await revokeSessions(admin, { sessionId })
      : 0;
    if (revoked === 0) throw new AppError('not_found');
    response.status(204).end();
  };
}

/** POST /api/orgs/{orgId}/edu-sessions/revoke */
export function revokeEduSessionsRoute(
  revokeSessions: RevokeInstitutionSessions,
  readAdmin: ReadOrgAdmin,
): RequestHandler {
  return async (request, response) => {
    const admin = await readAdmin(request, response);
    const body = await readJsonBody(request);
    const { email, keyId } = validate(revokeSessionsBody, body);
    const filter = { email: email ?? undefined, keyId: keyId ?? undefined };
    response.json({ revoked: await revokeSessions(admin, filter) });
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
