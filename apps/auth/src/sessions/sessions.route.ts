import type { RequestHandler } from 'express';
import { getPathParameter, validateQuery } from '@tollgate/http';
import { readCookie, type SessionCookie } from '@tollgate/identity';
import { renderCurrentSession, renderSession, renderUser } from '../accounts/render-account';
import { getSessionCaller } from '../shared/caller.http';
import type { EndSession } from './end-session';
import type { GetSession } from './get-session';
import type { ListSessions } from './list-sessions';
import type { LogOut } from './log-out';
import { formatSessionCookie } from './session-cookie.http';
import { sessionsQuery } from './sessions.operations';

/** POST /api/auth/logout */
export function logOutRoute(logOut: LogOut, cookie: SessionCookie): RequestHandler {
  return async (_request, response) => {
    await logOut(getSessionCaller(response));
    response.setHeader('set-cookie', formatSessionCookie(cookie, ''));
    response.status(204).end();
  };
}

/**
 * GET /api/auth/session. A session that was prolonged gets a cookie that lives as long; the edge
 * passes the cookie on for this route only.
 */
export function getSessionRoute(getSession: GetSession, cookie: SessionCookie): RequestHandler {
  return async (request, response) => {
    const { user, session } = await getSession(getSessionCaller(response));
    const token = readCookie(request.headers.cookie, cookie.name);
    if (token !== undefined && session.renewedAt > session.createdAt) {
      const secondsLeft = Math.floor((session.expiresAt.getTime() - Date.now()) / 1_000);
      response.setHeader('set-cookie', formatSessionCookie(cookie, token, secondsLeft));
    }
    response.json({ user: renderUser(user), session: renderCurrentSession(session) });
  };
}

/** GET /api/auth/sessions */
export function listSessionsRoute(listSessions: ListSessions): RequestHandler {
  return async (request, response) => {
    const { sessionId, userId } = getSessionCaller(response);
    const page = validateQuery(sessionsQuery, request.query);
    const sessions = await listSessions(userId, page);
    response.json({ sessions: sessions.map((session) => renderSession(session, sessionId)) });
  };
}

/** DELETE /api/auth/sessions/{id} */
export function endSessionRoute(endSession: EndSession, cookie: SessionCookie): RequestHandler {
  return async (request, response) => {
    const caller = getSessionCaller(response);
    const sessionId = getPathParameter(request, 'id');
    await endSession({ sessionId, userId: caller.userId });
    if (sessionId === caller.sessionId) {
      response.setHeader('set-cookie', formatSessionCookie(cookie, ''));
    }
    response.status(204).end();
  };
}
