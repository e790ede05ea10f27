import { isDeepStrictEqual } from 'node:util';
import type { Organization } from '../domain/organization';
import type { ChangeOrg } from './change-org';
import { describeOrg } from './describe-for-audit';
import type { SpendWindows } from './outside-ports';
import { adminOnly, type OrgRequest } from './requester';

export type OrgSettings = Partial<
  Pick<Organization, 'name' | 'weeklyBudgetNanos' | 'monthlyBudgetNanos'>
>;

export type UpdateOrg = (
  request: Omit<OrgRequest, 'roles'>,
  settings: OrgSettings,
) => Promise<void>;

/** Nothing is recorded when nothing changes. */
export function createUpdateOrg(ports: {
  readonly changeOrg: ChangeOrg;
  readonly spendWindows: SpendWindows;
}): UpdateOrg {
  return async (request, settings) => {
    const { orgId } = request;
    await ports.changeOrg(
      { ...request, roles: adminOnly },
      async ({ org, organizations, record }) => {
        const after = { ...org, ...settings };
        if (isDeepStrictEqual(org, after)) return;
        await organizations.update(after);
        await record({
          action: 'org.settings.update',
          target: { type: 'org', id: orgId },
          before: describeOrg(org),
          after: describeOrg(after),
        });
      },
    );
    await ports.spendWindows.forget(orgId, [{ kind: 'org', id: orgId }]);
  };
}
