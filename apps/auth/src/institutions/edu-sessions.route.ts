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
import { readSessionManager } from './edu-classes.route';
import type { institutionSessionSchema } from './institution-answers';
import { toCounts } from './institution-session';
import {
  institutionSessionsQuery,
  revokeSessionsBody,
  type institutionOperations,
} from './institutions.operations';
import type { ListedSession, ListInstitutionSessions } from './list-institution-sessions';
import type { ManageClasses } from './manage-classes';
import type { RevokeInstitutionSessions } from './revoke-institution-sessions';

type EduSessionRoute = Extract<
  keyof typeof institutionOperations,
  `${string}/edu-sessions${string}`
>;

export function createEduSessionHandlers(options: {
  readonly classes: Pick<ManageClasses, 'requireSessionManager'>;
  readonly listSessions: ListInstitutionSessions;
  readonly revokeSessions: RevokeInstitutionSessions;
}): Pick<Handlers<typeof institutionOperations>, EduSessionRoute> {
  const { classes, listSessions, revokeSessions } = options;
  return {
    'GET /api/orgs/{orgId}/edu-sessions': async (request, response) => {
      const manager = await readSessionManager(classes, request, response);
      const query = validateQuery(institutionSessionsQuery, request.query);
      const { email, keyId, limit, offset, status } = query;
      const sessions = await listSessions(manager, { email, keyId, status }, { limit, offset });
      response.json({ sessions: sessions.map(renderSession) });
    },

    'DELETE /api/orgs/{orgId}/edu-sessions/{id}': async (request, response) => {
      const manager = await readSessionManager(classes, request, response);
      const sessionId = getPathParameter(request, 'id');
      const isSession = isId('institutionSession', sessionId);
      const revoked = isSession ? await revokeSessions(manager, { sessionId }) : 0;
      if (revoked === 0) throw new AppError('not_found');
      response.status(204).end();
    },

    'POST /api/orgs/{orgId}/edu-sessions/revoke': async (request, response) => {
      const manager = await readSessionManager(classes, request, response);
      const body = await readJsonBody(request);
      const { email, keyId } = validate(revokeSessionsBody, body);
      const filter = { email: email ?? undefined, keyId: keyId ?? undefined };
      response.json({ revoked: await revokeSessions(manager, filter) });
    },
  };
}

function renderSession(listed: ListedSession): z.input<typeof institutionSessionSchema> {
  const { session, status, usage } = listed;
  const { quota } = session;
  return {
    id: session.id,
    email: session.email,
    keyId: session.keyId,
    keyName: session.keyName,
    status,
    createdAt: formatTime(session.createdAt),
    expiresAt: formatTime(session.expiresAt),
    lastUsed: formatTime(usage.lastUsedAt),
    requests: usage.requests,
    tokens: usage.totalTokens,
    spend: nanosToUsdNumber(usage.totalNanos),
    quota: { ...toCounts(quota), usd: quota.nanos === null ? null : nanosToUsdNumber(quota.nanos) },
  };
}
