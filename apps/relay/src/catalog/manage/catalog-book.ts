import type { AuditEntry } from '@tollgate/event-log';
import type { Positioned, SortedPage } from '@tollgate/http';
import type { AliasRow } from '../alias';
import type { ModelDocument } from '../catalog';
import type { ModelSort, RouteSort } from '../catalog-page';
import type {
  ModelRow,
  NewProviderKey,
  NewRoute,
  Page,
  ProviderKeyRow,
  RouteRow,
} from '../catalog-rows';
import type { NewPlannedRow, PlannedRow } from '../planned-prices';
import type { AutoTierRow, FreeTierRow, PutAutoTier, PutFreeTier } from '../tier-rows';
import type { AutoTable, AutoTierName } from '../tiers';

/** The operator's view of the catalog. */
export interface CatalogReader {
  /** With hidden models. */
  listModels(page: SortedPage<ModelSort>): Promise<readonly Positioned<ModelRow>[]>;
  /** A model that is not hidden. */
  findModel(id: string): Promise<ModelRow | undefined>;
  findModelOrHidden(id: string): Promise<ModelRow | undefined>;
  listProviderKeys(page: Page): Promise<ProviderKeyRow[]>;
  findProviderKey(id: string): Promise<ProviderKeyRow | undefined>;
  listRoutes(page: SortedPage<RouteSort>): Promise<readonly Positioned<RouteRow>[]>;
  findRoute(id: string): Promise<RouteRow | undefined>;
}

/** The catalog inside the transaction of one change. */
export interface CatalogBook extends CatalogReader {
  readonly tiers: TierBook;
  readonly bulk: CatalogBulk;
  readonly aliases: AliasBook;
  readonly plans: PlanBook;
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

export interface TierReader {
  /** All of them: their number is fixed. */
  listAutoTiers(): Promise<AutoTierRow[]>;
  listFreeTiers(page: Page): Promise<FreeTierRow[]>;
}

/** The router's tiers and the free quotas, inside the transaction of one change. */
export interface TierBook extends TierReader {
  findAutoTier(table: AutoTable, tier: AutoTierName): Promise<AutoTierRow | undefined>;
  saveAutoTier(table: AutoTable, tier: AutoTierName, models: PutAutoTier): Promise<AutoTierRow>;
  findFreeTier(model: string): Promise<FreeTierRow | undefined>;
  saveFreeTier(model: string, quota: PutFreeTier): Promise<FreeTierRow>;
  deleteFreeTier(model: string): Promise<void>;
}

/** Including hidden models, with the highest price version they ever had. */
export interface StoredModel extends ModelRow {
  readonly price_version_max: bigint | null;
}

export interface PricedRoute {
  readonly id: string;
  readonly pattern: string;
}

export type SeededKind = 'model' | 'alias' | 'route' | 'provider_key' | 'auto_tier' | 'free_tier';

export interface SeededRow {
  readonly id: string;
  readonly document: object;
}

export interface SavedModel {
  readonly document: ModelDocument;
  readonly priceVersion: bigint;
  /** The call that creates the model; left out for a change. */
  readonly madeBy?: string | undefined;
}

/** Many rows at once, inside the transaction of one change. */
export interface CatalogBulk {
  /** All of them, hidden ones too. */
  listModels(limit: number): Promise<StoredModel[]>;
  /** Routes with prices of their own. */
  listPricedRoutes(limit: number): Promise<PricedRoute[]>;
  findModels(ids: readonly string[]): Promise<StoredModel[]>;
  saveModels(models: readonly SavedModel[]): Promise<void>;
  findRoutes(ids: readonly string[]): Promise<RouteRow[]>;
  saveRoutes(routes: readonly NewRoute[]): Promise<void>;
  /** The rows that earlier starts of a relay have written, by id. */
  listSeeded(kind: SeededKind): Promise<ReadonlyMap<string, object>>;
  rememberSeeded(kind: SeededKind, rows: readonly SeededRow[]): Promise<void>;
}

export interface AliasReader {
  list(page: Page): Promise<AliasRow[]>;
  find(name: string): Promise<AliasRow | undefined>;
}

export interface AliasBook extends AliasReader {
  save(
    aliases: readonly { readonly name: string; readonly model: string }[],
    madeBy?: string,
  ): Promise<void>;
  delete(name: string): Promise<void>;
}

export interface PlanReader {
  list(page: Page): Promise<PlannedRow[]>;
}

/** Prices that come into force later, inside the transaction of one change. */
export interface PlanBook extends PlanReader {
  find(id: string): Promise<PlannedRow | undefined>;
  listByTime(limit: number): Promise<PlannedRow[]>;
  count(): Promise<number>;
  /** Also adds the price versions of models. */
  add(rows: readonly NewPlannedRow[]): Promise<void>;
  cancel(id: string): Promise<void>;
  /** Writes what is due into models and routes. Returns how many plans were due. */
  putInForce(): Promise<number>;
}
