import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import type { ChangeOrg } from '../organizations/change-org';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { type EduConfig, describeEduConfig } from './edu-config';

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
