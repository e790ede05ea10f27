import type { RequestHandler } from 'express';
import { getRequestId } from '@tollgate/http';
import { getKeyCaller } from '../shared/caller.http';
import type { CurrentKey, GetCurrentKey } from './get-current-key';

/** GET /v1/key and GET /v1/auth/key, which differ in what they show. */
export function currentKeyRoute(
  getCurrentKey: GetCurrentKey,
  render: (current: CurrentKey) => { readonly data: object },
): RequestHandler {
  return async (_request, response) => {
    response.json(render(await getCurrentKey(getKeyCaller(response), getRequestId(response))));
  };
}
