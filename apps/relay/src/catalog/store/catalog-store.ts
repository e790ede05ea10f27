import type { Positioned, SortedPage } from '@tollgate/http';
import type { Queryable } from '@tollgate/postgres';
import type { ModelDocument } from '../catalog';
import type { CatalogBook } from '../manage/catalog-book';
import type { ModelSort, RouteSort } from '../catalog-page';
import type {
  ModelRow,
  NewProviderKey,
  NewRoute,
  Page,
  ProviderKeyRow,
  RouteRow,
} from '../catalog-rows';
import type { PriceVersion } from '../price-history';
import { TierStore } from './tier-store';
import { AliasStore } from './alias-store';
import { CatalogBulkStore } from './catalog-bulk-store';
import { listModels, listRoutes } from './catalog-lists';
import { PlanStore } from './plan-store';

/** The SQL of the catalog, on a pool or inside a transaction. */
export class CatalogStore implements CatalogBook {
  readonly tiers: TierStore;
  readonly bulk: CatalogBulkStore;
  readonly aliases: AliasStore;
  readonly plans: PlanStore;
  readonly #sql: Queryable;

  constructor(sql: Queryable) {
    this.#sql = sql;
    this.tiers = new TierStore(sql);
    this.bulk = new CatalogBulkStore(sql);
    this.aliases = new AliasStore(sql);
    this.plans = new PlanStore(sql);
  }

  async readVersion(): Promise<bigint> {
    const { rows } = await this.#sql.queryNamed<{ version: bigint }>(
      'catalog_version',
      'SELECT version FROM catalog_version',
    );
    return rows[0]?.version ?? 0n;
  }

  /** Locks the version row: changes of the catalog are serialized. */
  async raiseVersion(): Promise<void> {
    await this.#sql.query('UPDATE catalog_version SET version = version + 1');
  }

  async listModels(page: SortedPage<ModelSort>): Promise<readonly Positioned<ModelRow>[]> {
    return listModels(this.#sql, page);
  }

  async findModel(id: string): Promise<ModelRow | undefined> {
    const { rows } = await this.#sql.query<ModelRow>(
      'SELECT * FROM models WHERE id = $1 AND hidden_at IS NULL',
      [id],
    );
    return rows[0];
  }

  async findModelOrHidden(id: string): Promise<ModelRow | undefined> {
    const { rows } = await this.#sql.query<ModelRow>('SELECT * FROM models WHERE id = $1', [id]);
    return rows[0];
  }

  async saveModel(
    document: ModelDocument,
    priceVersion: bigint,
    madeBy?: string,
  ): Promise<ModelRow> {
    await this.bulk.saveModels([{ document, priceVersion, madeBy }]);
    return (await this.findModel(document.id)) as ModelRow;
  }

  /** The highest version a model ever had, also while it was hidden; 0 for a new one. */
  async readPriceVersion(id: string): Promise<bigint> {
    const { rows } = await this.#sql.query<{ version: bigint | null }>(
      'SELECT max(version) AS version FROM model_prices WHERE model_id = $1',
      [id],
    );
    return rows[0]?.version ?? 0n;
  }

  async listPriceVersions(id: string, limit: number): Promise<PriceVersion[]> {
    const { rows } = await this.#sql.query<PriceVersion>(
      `SELECT version, prices, tiers, sizes, coalesce(effective_at, created_at) AS "from"
         FROM model_prices WHERE model_id = $1 AND cancelled_at IS NULL
        ORDER BY coalesce(effective_at, created_at) DESC, version DESC LIMIT $2`,
      [id, limit],
    );
    return rows;
  }

  async hideModel(id: string): Promise<void> {
    await this.#sql.query('UPDATE models SET hidden_at = now(), updated_at = now() WHERE id = $1', [
      id,
    ]);
  }

  async listProviderKeys(page: Page): Promise<ProviderKeyRow[]> {
    const { rows } = await this.#sql.query<ProviderKeyRow>(
      'SELECT * FROM provider_keys WHERE id > $1 ORDER BY id LIMIT $2',
      [page.after, page.limit],
    );
    return rows;
  }

  async findProviderKey(id: string): Promise<ProviderKeyRow | undefined> {
    const { rows } = await this.#sql.query<ProviderKeyRow>(
      'SELECT * FROM provider_keys WHERE id = $1',
      [id],
    );
    return rows[0];
  }

  async saveProviderKey(key: NewProviderKey): Promise<ProviderKeyRow> {
    const { rows } = await this.#sql.query<ProviderKeyRow>(
      `INSERT INTO provider_keys (id, provider, base_url, protocol, headers, weight, enabled,
         is_default, key_ciphertext, key_mask)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (id) DO UPDATE SET
         base_url = $3, protocol = $4, headers = $5, weight = $6, enabled = $7, is_default = $8,
         key_ciphertext = $9, key_mask = $10, updated_at = now()
       RETURNING *`,
      [
        key.id,
        key.provider,
        key.base_url,
        key.protocol,
        JSON.stringify(key.headers),
        key.weight,
        key.enabled,
        key.is_default,
        key.key_ciphertext,
        key.key_mask,
      ],
    );
    return rows[0] as ProviderKeyRow;
  }

  async deleteProviderKey(id: string): Promise<void> {
    await this.#sql.query('DELETE FROM provider_keys WHERE id = $1', [id]);
  }

  async hasRoutesOfKey(providerKeyId: string): Promise<boolean> {
    const { rowCount } = await this.#sql.query(
      'SELECT 1 FROM routes WHERE provider_key_id = $1 LIMIT 1',
      [providerKeyId],
    );
    return rowCount > 0;
  }

  async listRoutes(page: SortedPage<RouteSort>): Promise<readonly Positioned<RouteRow>[]> {
    return listRoutes(this.#sql, page);
  }

  async findRoute(id: string): Promise<RouteRow | undefined> {
    const { rows } = await this.#sql.query<RouteRow>('SELECT * FROM routes WHERE id = $1', [id]);
    return rows[0];
  }

  async saveRoute(route: NewRoute): Promise<RouteRow> {
    await this.bulk.saveRoutes([route]);
    return (await this.findRoute(route.id)) as RouteRow;
  }

  async deleteRoute(id: string): Promise<void> {
    await this.#sql.query('DELETE FROM routes WHERE id = $1', [id]);
  }
}
