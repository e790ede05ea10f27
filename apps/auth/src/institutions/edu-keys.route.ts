import type { Request, Response } from 'express';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  validate,
} from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import type { z } from 'zod';
import { readManagerCaller } from '../keys/key-manager.http';
import type { institutionKeySchema } from './institution-answers';
import type { InstitutionKey } from './institution-key';
import {
  createInstitutionKeyBody,
  updateInstitutionKeyBody,
  type institutionOperations,
} from './institutions.operations';
import type { ManageInstitutionKeys, OrgAdmin } from './manage-institution-keys';

/** The org_admin of the organization in the path, by a session or a management key. */
export function readOrgAdmin(
  { requireAdmin }: Pick<ManageInstitutionKeys, 'requireAdmin'>,
  request: Request,
  response: Response,
): Promise<OrgAdmin> {
  const { actor, caller } = readManagerCaller(response, ['session', 'management_key']);
  return requireAdmin(caller, { actor, orgId: getPathParameter(request, 'orgId') });
}

type EduKeyRoute = Extract<
  keyof typeof institutionOperations,
  `${string}/edu-keys` | `${string}/edu-keys/{keyId}`
>;

export function createEduKeyHandlers(
  keys: ManageInstitutionKeys,
  store: IdempotencyStore,
): Pick<Handlers<typeof institutionOperations>, EduKeyRoute> {
  return {
    'GET /api/orgs/{orgId}/edu-keys': async (request, response) => {
      const { orgId } = await readOrgAdmin(keys, request, response);
      response.json({ keys: (await keys.list(orgId)).map(renderKey) });
    },

    // The only answer that ever shows the secret.
    'POST /api/orgs/{orgId}/edu-keys': async (request, response) => {
      const admin = await readOrgAdmin(keys, request, response);
      await answerOnce({
        store,
        request,
        response,
        account: admin.actor.userId,
        run: async (sent, ulid) => {
          const { expiresAt = null, name } = validate(createInstitutionKeyBody, sent);
          const { key, secret } = await keys.create(admin, { ulid, name, expiresAt });
          const shown = renderKey(key);
          const body = { ...shown, key: secret };
          return { status: 201, body, keptBody: { ...shown, key: null } };
        },
      });
    },

    'PATCH /api/orgs/{orgId}/edu-keys/{keyId}': async (request, response) => {
      const admin = await readOrgAdmin(keys, request, response);
      const body = await readJsonBody(request);
      const { enabled, expiresAt } = validate(updateInstitutionKeyBody, body);
      const change = {
        ...(enabled !== undefined && { isEnabled: enabled }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      const keyId = getPathParameter(request, 'keyId');
      response.json(renderKey(await keys.update(admin, keyId, change)));
    },

    'DELETE /api/orgs/{orgId}/edu-keys/{keyId}': async (request, response) => {
      const admin = await readOrgAdmin(keys, request, response);
      await keys.remove(admin, getPathParameter(request, 'keyId'));
      response.status(204).end();
    },
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
    teacherIds: [...key.teacherIds],
  };
}
