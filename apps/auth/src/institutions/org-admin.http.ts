import type { Request, Response } from 'express';
import { getPathParameter } from '@tollgate/http';
import { readManagerCaller } from '../keys/key-manager.http';
import type { OrgAdmin, RequireOrgAdmin } from './require-org-admin';

/** The org_admin of the organization in the path, by a session or a management key. */
export type ReadOrgAdmin = (request: Request, response: Response) => Promise<OrgAdmin>;

export function createOrgAdminReader(requireOrgAdmin: RequireOrgAdmin): ReadOrgAdmin {
  return (request, response) => {
    const { actor, caller } = readManagerCaller(response, ['session', 'management_key']);
    return requireOrgAdmin(caller, { actor, orgId: getPathParameter(request, 'orgId') });
  };
}
