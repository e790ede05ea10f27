import type { Response } from 'express';
import { getRequestId, type Handlers, readJsonBody, validate } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { ChangePassword } from '../passwords/change-password';
import type { ManageSessions } from '../sessions/manage-sessions';
import { formatSessionCookie } from '../sessions/session-cookie.http';
import { getActor, getSessionCaller } from '../shared/caller.http';
import {
  type accountOperations,
  changePasswordBody,
  deleteAccountBody,
  updateAccountBody,
} from './account.operations';
import { type BreakerOptions, createBreakerHandlers } from './circuit-breaker.route';
import type { DeleteAccount } from './delete-account';
import { renderAccount } from './render-account';
import type { GetAccount, UpdateAccount } from './manage-account';

export interface AccountOptions extends BreakerOptions {
  readonly getAccount: GetAccount;
  readonly updateAccount: UpdateAccount;
  readonly deleteAccount: DeleteAccount;
  readonly changePassword: ChangePassword;
  readonly sessions: Pick<ManageSessions, 'endOthers'>;
  readonly cookie: SessionCookie;
}

export function createAccountHandlers(options: AccountOptions): Handlers<typeof accountOperations> {
  const answerAccount = async (response: Response): Promise<void> => {
    const { userId } = getSessionCaller(response);
    response.json(renderAccount(await options.getAccount(userId, getRequestId(response))));
  };
  return {
    'GET /api/account': (_request, response) => answerAccount(response),

    'PATCH /api/account': async (request, response) => {
      const actor = getActor(response);
      const body = await readJsonBody(request);
      const { freeFallback, locale, name } = validate(updateAccountBody, body);
      await options.updateAccount(actor, {
        ...(name !== undefined && { name }),
        ...(locale !== undefined && { locale }),
        ...(freeFallback !== undefined && { hasFreeFallback: freeFallback }),
      });
      await answerAccount(response);
    },

    'DELETE /api/account': async (request, response) => {
      const actor = getActor(response);
      const body = await readJsonBody(request);
      await options.deleteAccount({ actor, password: validate(deleteAccountBody, body).password });
      response.setHeader('set-cookie', formatSessionCookie(options.cookie, ''));
      response.status(202).json({ deleted: true });
    },

    'POST /api/account/password': async (request, response) => {
      const { sessionId } = getSessionCaller(response);
      const body = await readJsonBody(request);
      const { current, new: wanted } = validate(changePasswordBody, body);
      await options.changePassword({ actor: getActor(response), sessionId, current, wanted });
      response.status(204).end();
    },

    'DELETE /api/account/sessions': async (_request, response) => {
      await options.sessions.endOthers(getActor(response), getSessionCaller(response).sessionId);
      response.status(204).end();
    },

    ...createBreakerHandlers(options),
  };
}
