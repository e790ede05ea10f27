import type { RequestHandler } from 'express';
import { getRequestId } from '@tollgate/http';
import type { GetAccount } from '../use-cases/get-account';
import { getSessionCaller } from './caller';
import { renderAccount } from './render-account';

/** GET /api/account */
export function getAccountRoute(getAccount: GetAccount): RequestHandler {
  return async (_request, response) => {
    const { userId } = getSessionCaller(response);
    response.json(renderAccount(await getAccount(userId, getRequestId(response))));
  };
}
