import { isDeepStrictEqual } from 'node:util';
import type { SpendWindows } from '../scopes/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import type { ChangeOrg } from './change-org';
import { type Organization, describeOrg } from './organization';

export type OrgSettings = Partial<
  Pick<Organization, 'name' | 'weeklyBudgetNanos' | 'monthlyBudgetNanos'>
>;

export type UpdateOrg = (
  request: Omit<OrgRequest, 'roles'>,
  settings: OrgSettings,
) => Promise<void>;

/** Nothing is recorded when nothing changes. */
export function updateOrgUseCase(ports: {
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
