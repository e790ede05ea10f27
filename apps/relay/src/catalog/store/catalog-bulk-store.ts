import type { Queryable } from '@tollgate/postgres';
import type { NewRoute, RouteRow } from '../catalog-rows';
import type {
  CatalogBulk,
  PricedRoute,
  SavedModel,
  SeededKind,
  SeededRow,
  StoredModel,
} from '../manage/catalog-book';

/** Many rows of the catalog with one statement each. */
export class CatalogBulkStore implements CatalogBulk {
  readonly #sql: Queryable;

  constructor(sql: Queryable) {
    this.#sql = sql;
  }

  async findModels(ids: readonly string[]): Promise<StoredModel[]> {
    const { rows } = await this.#sql.query<StoredModel>(
      `SELECT models.*, (
         SELECT max(version) FROM model_prices WHERE model_id = models.id
       ) AS price_version_max
       FROM models WHERE id = ANY($1)`,
      [ids],
    );
    return rows;
  }

  async listModels(limit: number): Promise<StoredModel[]> {
    const { rows } = await this.#sql.query<StoredModel>(
      `SELECT models.*, versions.price_version_max
         FROM models LEFT JOIN (
           SELECT model_id, max(version) AS price_version_max FROM model_prices GROUP BY model_id
         ) AS versions ON versions.model_id = models.id
        ORDER BY models.id LIMIT $1`,
      [limit],
    );
    return rows;
  }

  async listPricedRoutes(limit: number): Promise<PricedRoute[]> {
    const { rows } = await this.#sql.query<PricedRoute>(
      `SELECT id, pattern FROM routes WHERE jsonb_typeof(preferences -> 'prices') = 'object'
        ORDER BY id LIMIT $1`,
      [limit],
    );
    return rows;
  }

  async saveModels(models: readonly SavedModel[]): Promise<void> {
    const given = JSON.stringify(
      models.map(({ document, madeBy, priceVersion }) => ({
        id: document.id,
        document,
        price_version: String(priceVersion),
        made_by: madeBy,
      })),
    );
    const columns = 'given (id text, document jsonb, price_version bigint, made_by text)';
    await this.#sql.query(
      `INSERT INTO models (id, document, price_version, made_by)
       SELECT id, document, price_version, made_by FROM jsonb_to_recordset($1::jsonb) AS ${columns}
       ON CONFLICT (id) DO UPDATE SET
         document = EXCLUDED.document, price_version = EXCLUDED.price_version,
         made_by = coalesce(EXCLUDED.made_by, models.made_by),
         updated_at = now(), hidden_at = NULL`,
      [given],
    );
    await this.#sql.query(
      `INSERT INTO model_prices (model_id, version, prices, tiers, sizes)
       SELECT id, price_version, document -> 'prices', coalesce(document -> 'tiers', '[]'),
         document -> 'sizes'
       FROM jsonb_to_recordset($1::jsonb) AS ${columns}
       ON CONFLICT DO NOTHING`,
      [given],
    );
  }

  async findRoutes(ids: readonly string[]): Promise<RouteRow[]> {
    const { rows } = await this.#sql.query<RouteRow>('SELECT * FROM routes WHERE id = ANY($1)', [
      ids,
    ]);
    return rows;
  }

  async saveRoutes(routes: readonly NewRoute[]): Promise<void> {
    await this.#sql.query(
      `INSERT INTO routes (id, pattern, provider_key_id, upstream_model, protocol, priority,
         weight, enabled, preferences)
       SELECT id, pattern, provider_key_id, upstream_model, protocol, priority, weight, enabled,
         preferences
       FROM jsonb_to_recordset($1::jsonb) AS given (id text, pattern text, provider_key_id text,
         upstream_model text, protocol text, priority integer, weight integer, enabled boolean,
         preferences jsonb)
       ON CONFLICT (id) DO UPDATE SET
         pattern = EXCLUDED.pattern, provider_key_id = EXCLUDED.provider_key_id,
         upstream_model = EXCLUDED.upstream_model, protocol = EXCLUDED.protocol,
         priority = EXCLUDED.priority, weight = EXCLUDED.weight, enabled = EXCLUDED.enabled,
         preferences = EXCLUDED.preferences, updated_at = now()`,
      [JSON.stringify(routes)],
    );
  }

  async listSeeded(kind: SeededKind): Promise<ReadonlyMap<string, object>> {
    const { rows } = await this.#sql.query<SeededRow>(
      'SELECT id, document FROM seeded WHERE kind = $1',
      [kind],
    );
    return new Map(rows.map(({ document, id }) => [id, document]));
  }

  async rememberSeeded(kind: SeededKind, rows: readonly SeededRow[]): Promise<void> {
    await this.#sql.query(
      `INSERT INTO seeded (kind, id, document)
       SELECT $1, id, document
       FROM jsonb_to_recordset($2::jsonb) AS given (id text, document jsonb)
       ON CONFLICT (kind, id) DO UPDATE SET document = EXCLUDED.document`,
      [kind, JSON.stringify(rows)],
    );
  }
}
