import type { RequestHandler, Response } from 'express';
import { getRequestId, readJsonBody, validate } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { ChangePassword } from '../passwords/change-password';
import type { EndOtherSessions } from '../sessions/end-other-sessions';
import { formatSessionCookie } from '../sessions/session-cookie.http';
import { getActor, getSessionCaller } from '../shared/caller.http';
import { changePasswordBody, deleteAccountBody, updateAccountBody } from './account.operations';
import type { DeleteAccount } from './delete-account';
import type { GetAccount } from './get-account';
import { renderAccount } from './render-account';
import type { UpdateAccount } from './update-account';

/** GET /api/account */
export function getAccountRoute(getAccount: GetAccount): RequestHandler {
  return (_request, response) => answerAccount(getAccount, response);
}

/** PATCH /api/account */
export function updateAccountRoute(
  updateAccount: UpdateAccount,
  getAccount: GetAccount,
): RequestHandler {
  return async (request, response) => {
    const actor = getActor(response);
    const body = await readJsonBody(request);
    const { freeFallback, locale, name } = validate(updateAccountBody, body);
    await updateAccount(actor, {
      ...(name !== undefined && { name }),
      ...(locale !== undefined && { locale }),
      ...(freeFallback !== undefined && { hasFreeFallback: freeFallback }),
    });
    await answerAccount(getAccount, response);
  };
}

/** POST /api/account/password */
export function changePasswordRoute(changePassword: ChangePassword): RequestHandler {
  return async (request, response) => {
    const { sessionId } = getSessionCaller(response);
    const body = await readJsonBody(request);
    const { current, new: wanted } = validate(changePasswordBody, body);
    await changePassword({ actor: getActor(response), sessionId, current, wanted });
    response.status(204).end();
  };
}

/** DELETE /api/account/sessions */
export function endOtherSessionsRoute(endOtherSessions: EndOtherSessions): RequestHandler {
  return async (_request, response) => {
    await endOtherSessions(getActor(response), getSessionCaller(response).sessionId);
    response.status(204).end();
  };
}

/** DELETE /api/account */
export function deleteAccountRoute(
  deleteAccount: DeleteAccount,
  cookie: SessionCookie,
): RequestHandler {
  return async (request, response) => {
    const actor = getActor(response);
    const body = await readJsonBody(request);
    await deleteAccount({ actor, password: validate(deleteAccountBody, body).password });
    response.setHeader('set-cookie', formatSessionCookie(cookie, ''));
    response.status(202).json({ deleted: true });
  };
}

async function answerAccount(getAccount: GetAccount, response: Response): Promise<void> {
  const { userId } = getSessionCaller(response);
  response.json(renderAccount(await getAccount(userId, getRequestId(response))));
}
