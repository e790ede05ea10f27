import type { Database } from '@tollgate/postgres';
import type { AppOptions } from './app';
import type { SecretBox } from '@tollgate/secret-box';
import { createDiscoverModels } from './catalog/discover/discover-models';
import { createListProviderModels } from './catalog/discover/list-provider-models';
import { probeProvider } from './catalog/manage/probe-provider';
import { CatalogStore } from './catalog/store/catalog-store';
import { createCatalogTransactions } from './catalog/store/catalog-transactions';
import { TierStore } from './catalog/store/tier-store';
import { createImportModels } from './catalog/manage/import-models';
import { createManageAliases } from './catalog/manage/manage-aliases';
import { createManageModels } from './catalog/manage/manage-models';
import { createManagePlannedPrices } from './catalog/manage/manage-planned-prices';
import { createManageProviderKeys } from './catalog/manage/manage-provider-keys';
import { createManageRoutes } from './catalog/manage/manage-routes';
import { createManageTiers } from './catalog/manage/manage-tiers';
import { createImportPriceLists } from './catalog/price-lists/import-price-list';
import type { RunCatalogCommand } from './catalog/manage/run-catalog-command';
import { createTestProviderKey } from './catalog/manage/test-provider-key';

type OperatorDesk = Pick<
  AppOptions,
  'aliases' | 'catalog' | 'importModels' | 'models' | 'prices' | 'providerKeys' | 'routes' | 'tiers'
>;

/** The operator API of the catalog. */
export function wireOperator(
  database: Database,
  run: RunCatalogCommand,
  secrets: SecretBox,
): OperatorDesk {
  const catalog = new CatalogStore(database);
  const transactions = createCatalogTransactions(database);
  return {
    catalog,
    models: createManageModels(run),
    importModels: createImportModels(run, catalog.bulk),
    aliases: createManageAliases(run),
    prices: {
      plans: createManagePlannedPrices(run),
      lists: createImportPriceLists(run, catalog),
    },
    providerKeys: {
      manage: createManageProviderKeys(run, secrets),
      test: createTestProviderKey({
        reader: catalog,
        transactions,
        secrets,
        probe: probeProvider,
      }),
      discover: createDiscoverModels({
        reader: catalog,
        transactions,
        secrets,
        listModels: createListProviderModels(),
      }),
    },
    routes: createManageRoutes(run),
    tiers: { reader: new TierStore(database), manage: createManageTiers(run) },
  };
}
