import { AppError } from '@tollgate/errors';
import { requireOrgRole } from '@tollgate/org-access';
import type { OrgDatabase } from '../shared/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import type { EduConfig } from './edu-config';

export type GetEduConfig = (request: Omit<OrgRequest, 'roles'>) => Promise<EduConfig>;

export function getEduConfigUseCase({
  database,
}: {
  readonly database: OrgDatabase;
}): GetEduConfig {
  return async ({ orgId, requester }) => {
    const need = { orgId, roles: adminOnly, requestId: requester.actor.requestId };
    await requireOrgRole(requester.identity, need, database.members);
    const config = await database.organizations.getEduConfig(orgId);
    if (!config) throw new AppError('not_found', { message: 'No such organization' });
    return config;
  };
}
