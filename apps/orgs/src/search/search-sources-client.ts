import type { CatalogClient, DirectoryClient, OrgBillingClient } from '@tollgate/clients';
import type { KeyScope } from '@tollgate/contracts';
import type { SearchSources, VisibleKeys } from './ports';

/** Each client has its own deadline of 2 seconds. */
export function createSearchSources(clients: {
  readonly directory: Pick<DirectoryClient, 'listUsers' | 'search'>;
  readonly catalog: Pick<CatalogClient, 'search'>;
  readonly orgBilling: Pick<OrgBillingClient, 'findCall'>;
}): SearchSources {
  const { catalog, directory, orgBilling } = clients;
  return {
    searchAccounts: ({ orgKeys, text, userId }, requestId) =>
      directory.search({ userId, text, keyScopes: orgKeys.map(encodeScope) }, requestId),
    listUsers: (userIds, requestId) => directory.listUsers(userIds, requestId),
    searchModels: (text, limit, requestId) => catalog.search(text, limit, requestId),
    findCall: (id, scopes, requestId) => orgBilling.findCall(id, scopes, { requestId }),
  };
}

function encodeScope({ orgId, team }: VisibleKeys): KeyScope {
  return { orgId, team: team && { teamId: team.teamId, memberIds: [...team.memberIds] } };
}
