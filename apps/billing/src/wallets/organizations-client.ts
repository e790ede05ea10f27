import { overloadedUnless, type OrgsClient } from '@tollgate/clients';
import { AppError } from '@tollgate/errors';
import type { Organizations } from './owner-ports';

/** Every failure of orgs is `overloaded`: it is unknown whether the organization exists. */
export function createGrpcOrganizations(client: OrgsClient): Organizations {
  const ask = <T>(answer: Promise<T>): Promise<T> => overloadedUnless('not_found', answer);
  return {
    async getOrganization(orgId, requestId) {
      const organization = await ask(client.findOrganization(orgId, requestId));
      if (organization === undefined) throw new AppError('not_found');
      const { hasLocalCurrency, isDeleted, isSuspended, name } = organization;
      return { name, isDeleted, isSuspended, hasLocalCurrency };
    },

    listAdmins: (orgId, requestId) => ask(client.listAdmins(orgId, requestId)),

    async listTeams(orgId, requestId) {
      const teams = await ask(client.listTeams(orgId, requestId));
      return teams.map(({ teamId, costCenterCode }) => ({ teamId, costCenterCode }));
    },
  };
}
