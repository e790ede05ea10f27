import type { AuditEntry } from '@tollgate/event-log';
import type { ModelDocument } from '../catalog';
import type {
  ModelRow,
  NewProviderKey,
  NewRoute,
  Page,
  ProviderKeyRow,
  RouteRow,
} from '../catalog-rows';
import type { TierBook } from './tier-book';
import type { AliasBook, CatalogBulk } from './catalog-bulk';

/** The operator's view of the catalog. */
export interface CatalogReader {
  listModels(page: Page): Promise<ModelRow[]>;
  findModel(id: string): Promise<ModelRow | undefined>;
  listProviderKeys(page: Page): Promise<ProviderKeyRow[]>;
  findProviderKey(id: string): Promise<ProviderKeyRow | undefined>;
  listRoutes(page: Page): Promise<RouteRow[]>;
  findRoute(id: string): Promise<RouteRow | undefined>;
}

/** The catalog inside the transaction of one change. */
export interface CatalogBook extends CatalogReader {
  readonly tiers: TierBook;
  readonly bulk: CatalogBulk;
  readonly aliases: AliasBook;
  /** Also locks: changes of the catalog are serialized. */
  raiseVersion(): Promise<void>;
  /** `madeBy`: the call that creates the model; left out for a change. */
  saveModel(document: ModelDocument, priceVersion: bigint, madeBy?: string): Promise<ModelRow>;
  /** The highest version a model ever had, also while it was hidden; 0 for a new one. */
  readPriceVersion(id: string): Promise<bigint>;
  hideModel(id: string): Promise<void>;
  saveProviderKey(key: NewProviderKey): Promise<ProviderKeyRow>;
  deleteProviderKey(id: string): Promise<void>;
  hasRoutesOfKey(providerKeyId: string): Promise<boolean>;
  saveRoute(route: NewRoute): Promise<RouteRow>;
  deleteRoute(id: string): Promise<void>;
}

export interface CatalogTransactions {
  /** Atomic. */
  run<T>(
    run: (book: CatalogBook, recordAudit: (entry: AuditEntry) => Promise<void>) => Promise<T>,
  ): Promise<T>;
}
