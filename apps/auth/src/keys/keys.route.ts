import type { RequestHandler } from 'express';
import { getPathParameter, getRequestId, readJsonBody, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getKeyCaller } from '../shared/caller.http';
import type { CreateKey } from './create-key';
import type { DeleteKey } from './delete-key';
import type { CurrentKey, GetCurrentKey } from './get-current-key';
import { createKeyBody, updateKeyBody } from './key-bodies';
import type { ReadKeyManager } from './key-manager.http';
import { noUsage } from './key-usage';
import { keyPageQuery } from './keys.operations';
import type { GetKey, ListKeys } from './list-keys';
import { renderKey } from './render-key';
import type { UpdateKey } from './update-key';

/** GET /v1/keys, /api/account/keys and /api/orgs/{orgId}/keys */
export function listKeysRoute(listKeys: ListKeys, readManager: ReadKeyManager): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    const query = validate(keyPageQuery, { ...request.query });
    const hasDisabled = query.include_disabled === 'true' || query.include_disabled === '1';
    const page = { hasDisabled, offset: query.offset, limit: query.limit };
    const keys = (await listKeys(manager, page)).map(renderKey);
    response.json({ keys, data: keys });
  };
}

/** GET /v1/keys/{id} */
export function getKeyRoute(getKey: GetKey, readManager: ReadKeyManager): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    response.json({ data: renderKey(await getKey(manager, getPathParameter(request, 'id'))) });
  };
}

/** POST on the same paths: the only answer that ever shows the secret. */
export function createKeyRoute(
  createKey: CreateKey,
  readManager: ReadKeyManager,
  store: IdempotencyStore,
): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    await answerOnce({
      store,
      request,
      response,
      account: manager.actor.userId,
      run: async (body, ulid) => {
        const wanted = validate(createKeyBody, body);
        const { key, secret } = await createKey({ manager, ulid, ...wanted });
        const shown = renderKey({ key, usage: noUsage });
        return { status: 201, body: { ...shown, key: secret }, keptBody: { ...shown, key: null } };
      },
    });
  };
}

/** PATCH /v1/keys/{id}, /api/account/keys/{id} and /api/orgs/{orgId}/keys/{id} */
export function updateKeyRoute(updateKey: UpdateKey, readManager: ReadKeyManager): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    const body = await readJsonBody(request);
    await updateKey({
      manager,
      keyId: getPathParameter(request, 'id'),
      ...validate(updateKeyBody, body),
    });
    response.json({ updated: true });
  };
}

/** DELETE on the same paths */
export function deleteKeyRoute(deleteKey: DeleteKey, readManager: ReadKeyManager): RequestHandler {
  return async (request, response) => {
    const manager = await readManager(request, response);
    await deleteKey({ manager, keyId: getPathParameter(request, 'id') });
    response.status(204).end();
  };
}

/** GET /v1/key and GET /v1/auth/key, which differ in what they show. */
export function currentKeyRoute(
  getCurrentKey: GetCurrentKey,
  render: (current: CurrentKey) => { readonly data: object },
): RequestHandler {
  return async (_request, response) => {
    response.json(render(await getCurrentKey(getKeyCaller(response), getRequestId(response))));
  };
}
