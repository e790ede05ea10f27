import type { Database } from '@tollgate/postgres';
import type { AppOptions } from './app';
import type { SecretBox } from '@tollgate/secret-box';
import { probeProvider } from './health/probe-provider';
import { CatalogStore } from './store/catalog-store';
import { createCatalogTransactions } from './store/catalog-transactions';
import { TierStore } from './store/tier-store';
import { createImportModels } from './use-cases/import-models';
import { createManageAliases } from './use-cases/manage-aliases';
import { createManageModels } from './use-cases/manage-models';
import { createManageProviderKeys } from './use-cases/manage-provider-keys';
import { createManageRoutes } from './use-cases/manage-routes';
import { createManageTiers } from './use-cases/manage-tiers';
import type { RunCatalogCommand } from './use-cases/run-catalog-command';
import { createTestProviderKey } from './use-cases/test-provider-key';

type OperatorDesk = Pick<
  AppOptions,
  'aliases' | 'catalog' | 'importModels' | 'models' | 'providerKeys' | 'routes' | 'tiers'
>;

/** What operators do with the catalog. */
export function wireOperator(
  database: Database,
  run: RunCatalogCommand,
  secrets: SecretBox,
): OperatorDesk {
  const catalog = new CatalogStore(database);
  return {
    catalog,
    models: createManageModels(run),
    importModels: createImportModels(run),
    aliases: createManageAliases(run),
    providerKeys: {
      manage: createManageProviderKeys(run, secrets),
      test: createTestProviderKey({
        reader: catalog,
        transactions: createCatalogTransactions(database),
        secrets,
        probe: probeProvider,
      }),
    },
    routes: createManageRoutes(run),
    tiers: { reader: new TierStore(database), manage: createManageTiers(run) },
  };
}
