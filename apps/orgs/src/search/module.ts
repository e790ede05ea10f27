import type { CatalogClient, DirectoryClient, OrgBillingClient } from '@tollgate/clients';
import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { findResultsUseCase } from './find-results';
import { listNamesUseCase } from './list-names';
import { createSearchSources } from './search-sources-client';
import type { searchOperations } from './search.operations';
import { createSearchHandlers } from './search.route';

/** One search over resources of several services. */
export function createSearchModule(
  ports: Pick<ModulePorts, 'database' | 'logger'>,
  clients: {
    readonly directory: DirectoryClient;
    readonly catalog: CatalogClient;
    readonly orgBilling: OrgBillingClient;
  },
): { readonly handlers: Handlers<typeof searchOperations> } {
  const sources = createSearchSources(clients);
  const { members, organizations, teams } = ports.database;
  const listNames = listNamesUseCase({ members, organizations, teams, sources });
  return { handlers: createSearchHandlers(findResultsUseCase({ ...ports, sources }), listNames) };
}
