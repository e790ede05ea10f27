import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import { requireOrgRole } from '@tollgate/org-access';
import type { ChangeOrg } from '../organizations/change-org';
import type { OrgDatabase } from '../shared/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { describeEduConfig, type EduConfig } from './edu-config';

export type UpdateEduConfig = (
  request: Omit<OrgRequest, 'roles'>,
  change: Partial<EduConfig>,
) => Promise<EduConfig>;

/** Holds for sessions that begin afterwards. */
export function updateEduConfigUseCase(ports: { readonly changeOrg: ChangeOrg }): UpdateEduConfig {
  return (request, change) => {
    const options = { ...request, roles: adminOnly, leavesPolicy: true } as const;
    return ports.changeOrg(options, async ({ org, organizations, record }) => {
      const before = await organizations.getEduConfig(org.id);
      if (!before) throw new AppError('not_found', { message: 'No such organization' });
      const after = { ...before, ...change };
      if (isDeepStrictEqual(before, after)) return before;
      await organizations.updateEduConfig(org.id, after);
      await record({
        action: 'org.edu_config.update',
        target: { type: 'org', id: org.id },
        before: describeEduConfig(before),
        after: describeEduConfig(after),
      });
      return after;
    });
  };
}

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
