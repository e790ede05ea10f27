import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { getRequestId, readJsonBody, validate } from '@tollgate/http';
import { noUsage } from '../domain/key-usage';
import type { CreateKey } from '../use-cases/create-key';
import type { DeleteKey } from '../use-cases/delete-key';
import type { ListKeys } from '../use-cases/list-keys';
import type { UpdateKey } from '../use-cases/update-key';
import { getActor, getSessionCaller } from './caller';
import { findKeyLabel, getKeyLabel, readKeySettings, readKeyType } from './key-fields';
import { renderKey } from './render-key';

const bodyBytesMax = 64 * 1024;
const pageSizeMax = 100;
const offsetMax = 1_000_000;

const pageSchema = z.object({
  include_disabled: z.enum(['true', 'false', '1', '0']).default('true'),
  offset: z.coerce.number().int().min(0).max(offsetMax).default(0),
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeMax),
});

/** GET /api/account/keys */
export function listKeysRoute(listKeys: ListKeys): RequestHandler {
  return async (request, response) => {
    const { userId } = getSessionCaller(response);
    const query = validate(pageSchema, { ...request.query });
    const hasDisabled = query.include_disabled === 'true' || query.include_disabled === '1';
    const page = { hasDisabled, offset: query.offset, limit: query.limit };
    const keys = (await listKeys(userId, page, getRequestId(response))).map(renderKey);
    response.json({ keys, data: keys });
  };
}

/** POST /api/account/keys: the only answer that ever shows the secret. */
export function createKeyRoute(createKey: CreateKey): RequestHandler {
  return async (request, response) => {
    const actor = getActor(response);
    const body = await readJsonBody(request, { bytesMax: bodyBytesMax });
    const { key, secret } = await createKey({
      actor,
      label: getKeyLabel(body),
      type: readKeyType(body),
      settings: readKeySettings(body),
    });
    response.status(201).json({ ...renderKey({ key, usage: noUsage }), key: secret });
  };
}

/** PATCH /api/account/keys/{id} */
export function updateKeyRoute(updateKey: UpdateKey): RequestHandler {
  return async (request, response) => {
    const actor = getActor(response);
    const body = await readJsonBody(request, { bytesMax: bodyBytesMax });
    const change = readKeySettings(body);
    await updateKey({ actor, keyId: getKeyId(request), label: findKeyLabel(body), change });
    response.json({ updated: true });
  };
}

/** DELETE /api/account/keys/{id} */
export function deleteKeyRoute(deleteKey: DeleteKey): RequestHandler {
  return async (request, response) => {
    await deleteKey({ actor: getActor(response), keyId: getKeyId(request) });
    response.status(204).end();
  };
}

function getKeyId(request: Request): string {
  const keyId = request.params['id'];
  return typeof keyId === 'string' ? keyId : '';
}
