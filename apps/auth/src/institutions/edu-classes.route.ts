import { formatTime, getPathParameter, type Handlers } from '@tollgate/http';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { readManagerCaller } from '../keys/key-manager.http';
import { readOrgAdmin } from './edu-keys.route';
import type { institutionClassSchema } from './institution-answers';
import type { institutionOperations } from './institutions.operations';
import type { InstitutionClass, ManageClasses, SessionManager } from './manage-classes';
import type { ManageInstitutionKeys } from './manage-institution-keys';

/** An org_admin or a teacher of the organization in the path, by a session or a management key. */
export function readSessionManager(
  { requireSessionManager }: Pick<ManageClasses, 'requireSessionManager'>,
  request: Request,
  response: Response,
): Promise<SessionManager> {
  const { actor, caller } = readManagerCaller(response, ['session', 'management_key']);
  return requireSessionManager(caller, { actor, orgId: getPathParameter(request, 'orgId') });
}

type EduClassRoute = Extract<
  keyof typeof institutionOperations,
  `${string}/edu-classes` | `${string}/teachers/${string}`
>;

export function createEduClassHandlers(
  classes: ManageClasses,
  keys: Pick<ManageInstitutionKeys, 'requireAdmin'>,
): Pick<Handlers<typeof institutionOperations>, EduClassRoute> {
  return {
    'GET /api/orgs/{orgId}/edu-classes': async (request, response) => {
      const manager = await readSessionManager(classes, request, response);
      response.json({ classes: (await classes.list(manager)).map(renderClass) });
    },

    'PUT /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': async (request, response) => {
      const admin = await readOrgAdmin(keys, request, response);
      await classes.assign(admin, readTeacher(request));
      response.status(204).end();
    },

    'DELETE /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': async (request, response) => {
      const admin = await readOrgAdmin(keys, request, response);
      await classes.remove(admin, readTeacher(request));
      response.status(204).end();
    },
  };
}

function readTeacher(request: Request): { readonly keyId: string; readonly memberId: string } {
  return {
    keyId: getPathParameter(request, 'keyId'),
    memberId: getPathParameter(request, 'memberId'),
  };
}

function renderClass(found: InstitutionClass): z.input<typeof institutionClassSchema> {
  const { activeSessions, key } = found;
  const { id, isEnabled: enabled, name } = key;
  return { id, name, enabled, expiresAt: formatTime(key.expiresAt), activeSessions };
}
