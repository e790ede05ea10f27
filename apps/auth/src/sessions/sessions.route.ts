import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, type Handlers, validateQuery } from '@tollgate/http';
import { readCookie, type SessionCookie } from '@tollgate/identity';
import { renderCurrentSession, renderSession, renderUser } from '../accounts/render-account';
import { getSessionCaller } from '../shared/caller.http';
import type { ManageSessions } from './manage-sessions';
import { formatSessionCookie } from './session-cookie.http';
import { sessionsQuery, type sessionOperations } from './sessions.operations';

export function createSessionHandlers(
  sessions: ManageSessions,
  cookie: SessionCookie,
): Handlers<typeof sessionOperations> {
  const clearCookie = (response: Response): void => {
    response.setHeader('set-cookie', formatSessionCookie(cookie, ''));
  };
  return {
    'POST /api/auth/logout': async (_request, response) => {
      await sessions.end(getSessionCaller(response));
      clearCookie(response);
      response.status(204).end();
    },

    // A session that was prolonged gets a cookie that lives as long; the edge passes the cookie on
    // for this route only.
    'GET /api/auth/session': async (request, response) => {
      const { user, session } = await sessions.get(getSessionCaller(response));
      const token = readCookie(request.headers.cookie, cookie.name);
      if (token !== undefined && session.renewedAt > session.createdAt) {
        const secondsLeft = Math.floor((session.expiresAt.getTime() - Date.now()) / 1_000);
        response.setHeader('set-cookie', formatSessionCookie(cookie, token, secondsLeft));
      }
      response.json({ user: renderUser(user), session: renderCurrentSession(session) });
    },

    'GET /api/auth/sessions': async (request, response) => {
      const { sessionId, userId } = getSessionCaller(response);
      const found = await sessions.list(userId, validateQuery(sessionsQuery, request.query));
      response.json({ sessions: found.map((session) => renderSession(session, sessionId)) });
    },

    'DELETE /api/auth/sessions/{id}': async (request, response) => {
      const caller = getSessionCaller(response);
      const sessionId = getPathParameter(request, 'id');
      const hasEnded = await sessions.end({ sessionId, userId: caller.userId });
      if (!hasEnded) throw new AppError('not_found');
      if (sessionId === caller.sessionId) clearCookie(response);
      response.status(204).end();
    },
  };
}
