import type { AliasRow } from '../alias';
import type { ModelDocument } from '../catalog';
import type { ModelRow, NewRoute, Page, RouteRow } from '../catalog-rows';

/** Including hidden models, with the highest price version they ever had. */
export interface StoredModel extends ModelRow {
  readonly price_version_max: bigint | null;
}

export type SeededKind = 'model' | 'alias' | 'route' | 'provider_key' | 'auto_tier' | 'free_tier';

export interface SeededRow {
  readonly id: string;
  readonly document: object;
}

/** Many rows at once, inside the transaction of one change. */
export interface CatalogBulk {
  findModels(ids: readonly string[]): Promise<StoredModel[]>;
  saveModels(
    models: readonly { readonly document: ModelDocument; readonly priceVersion: bigint }[],
  ): Promise<void>;
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
