import type { OrgsServiceClient } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { callUnary } from '@tollgate/rpc';
import type { Organizations } from '../use-cases/organizations';

const deadlineMs = 2_000;

export function createGrpcOrganizations(client: OrgsServiceClient): Organizations {
  return {
    async getOrganization(orgId, requestId) {
      const call = client.getOrganization.bind(client);
      const { organization } = await ask(() =>
        callUnary(call, { orgId }, { deadlineMs, requestId }),
      );
      if (organization === undefined) throw new AppError('not_found');
      const { hasLocalCurrency, isDeleted, name } = organization;
      return { name, isDeleted, hasLocalCurrency };
    },

    async listAdmins(orgId, requestId) {
      const call = client.listAdmins.bind(client);
      return (await ask(() => callUnary(call, { orgId }, { deadlineMs, requestId }))).userIds;
    },

    async listTeams(orgId, requestId) {
      const call = client.listTeams.bind(client);
      const { teams } = await ask(() => callUnary(call, { orgId }, { deadlineMs, requestId }));
      return teams.map(({ teamId, costCenterCode }) => ({ teamId, costCenterCode }));
    },
  };
}

/** Away, late or broken: in each case it is not known whether there is such an organization. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (AppError.is(cause, 'not_found')) throw cause;
    throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
  }
}
