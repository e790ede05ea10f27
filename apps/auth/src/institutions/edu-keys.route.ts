import type { RequestHandler } from 'express';
import { formatTime, getPathParameter, readJsonBody, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import type { z } from 'zod';
import type { CreateInstitutionKey } from './create-institution-key';
import type { DeleteInstitutionKey } from './delete-institution-key';
import type { institutionKeySchema } from './institution-answers';
import type { InstitutionKey } from './institution-key';
import { createInstitutionKeyBody, updateInstitutionKeyBody } from './institutions.operations';
import type { ListInstitutionKeys } from './list-institution-keys';
import type { ReadOrgAdmin } from './org-admin.http';
import type { UpdateInstitutionKey } from './update-institution-key';

/** GET /api/orgs/{orgId}/edu-keys */
export function listEduKeysRoute(
  listKeys: ListInstitutionKeys,
  readAdmin: ReadOrgAdmin,
): RequestHandler {
  return async (request, response) => {
    const { orgId } = await readAdmin(request, response);
    response.json({ keys: (await listKeys(orgId)).map(renderKey) });
  };
}

/** POST /api/orgs/{orgId}/edu-keys: the only answer that ever shows the secret. */
export function createEduKeyRoute(
  createKey: CreateInstitutionKey,
  readAdmin: ReadOrgAdmin,
  store: IdempotencyStore,
): RequestHandler {
  return async (request, response) => {
    const admin = await readAdmin(request, response);
    await answerOnce({
      store,
      request,
      response,
      account: admin.actor.userId,
      run: async (body, ulid) => {
        const { expiresAt = null, name } = validate(createInstitutionKeyBody, body);
        const { key, secret } = await createKey({ admin, ulid, name, expiresAt });
        const shown = renderKey(key);
        return { status: 201, body: { ...shown, key: secret }, keptBody: { ...shown, key: null } };
      },
    });
  };
}

/** PATCH /api/orgs/{orgId}/edu-keys/{keyId} */
export function updateEduKeyRoute(
  updateKey: UpdateInstitutionKey,
  readAdmin: ReadOrgAdmin,
): RequestHandler {
  return async (request, response) => {
    const admin = await readAdmin(request, response);
    const body = await readJsonBody(request);
    const { enabled, expiresAt } = validate(updateInstitutionKeyBody, body);
    const change = {
      ...(enabled !== undefined && { isEnabled: enabled }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    const keyId = getPathParameter(request, 'keyId');
    response.json(renderKey(await updateKey({ admin, keyId, change })));
  };
}

/** DELETE /api/orgs/{orgId}/edu-keys/{keyId} */
export function deleteEduKeyRoute(
  deleteKey: DeleteInstitutionKey,
  readAdmin: ReadOrgAdmin,
): RequestHandler {
  return async (request, response) => {
    const admin = await readAdmin(request, response);
    await deleteKey({ admin, keyId: getPathParameter(request, 'keyId') });
    response.status(204).end();
  };
}

function renderKey(key: InstitutionKey): z.input<typeof institutionKeySchema> {
  return {
    id: key.id,
    name: key.name,
    keyPrefix: key.prefix,
    keySuffix: key.suffix,
    enabled: key.isEnabled,
    expiresAt: formatTime(key.expiresAt),
    createdAt: formatTime(key.createdAt),
  };
}
