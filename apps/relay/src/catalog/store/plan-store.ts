import type { Queryable } from '@tollgate/postgres';
import type { Page } from '../catalog-rows';
import type { PlanBook } from '../manage/catalog-book';
import type { NewPlannedRow, PlannedRow } from '../planned-prices';

/** More than can be due at once, as the number of plans is limited. */
const dueMax = 50_000;

export class PlanStore implements PlanBook {
  readonly #sql: Queryable;

  constructor(sql: Queryable) {
    this.#sql = sql;
  }

  async list({ after, limit }: Page): Promise<PlannedRow[]> {
    const { rows } = await this.#sql.query<PlannedRow>(
      'SELECT * FROM planned_prices WHERE id > $1 ORDER BY id LIMIT $2',
      [after, limit],
    );
    return rows;
  }

  async find(id: string): Promise<PlannedRow | undefined> {
    const text = 'SELECT * FROM planned_prices WHERE id = $1';
    return (await this.#sql.query<PlannedRow>(text, [id])).rows[0];
  }

  async listByTime(limit: number): Promise<PlannedRow[]> {
    const text = 'SELECT * FROM planned_prices ORDER BY effective_at, id LIMIT $1';
    return (await this.#sql.query<PlannedRow>(text, [limit])).rows;
  }

  async count(): Promise<number> {
    const text = 'SELECT count(*)::int AS plans FROM planned_prices';
    return (await this.#sql.query<{ plans: number }>(text)).rows[0]?.plans ?? 0;
  }

  async hasDue(): Promise<boolean> {
    const text = 'SELECT 1 FROM planned_prices WHERE effective_at <= now() LIMIT 1';
    return (await this.#sql.query(text)).rowCount > 0;
  }

  async add(rows: readonly NewPlannedRow[]): Promise<void> {
    const given = JSON.stringify(
      rows.map((row) => ({ ...row, price_version: row.price_version?.toString() ?? null })),
    );
    const columns = `given (id text, model_id text, route_id text, price_version bigint,
      effective_at timestamptz, document jsonb)`;
    await this.#sql.query(
      `INSERT INTO planned_prices (id, model_id, route_id, price_version, effective_at, document)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS ${columns}`,
      [given],
    );
    await this.#sql.query(
      `INSERT INTO model_prices (model_id, version, prices, tiers, sizes, effective_at)
       SELECT model_id, price_version, document -> 'prices', coalesce(document -> 'tiers', '[]'),
         document -> 'sizes', effective_at
       FROM jsonb_to_recordset($1::jsonb) AS ${columns} WHERE model_id IS NOT NULL`,
      [given],
    );
  }

  async cancel(id: string): Promise<void> {
    await this.#sql.query(
      `WITH gone AS (DELETE FROM planned_prices WHERE id = $1 RETURNING model_id, price_version)
       UPDATE model_prices SET cancelled_at = now() FROM gone
        WHERE model_prices.model_id = gone.model_id AND version = gone.price_version`,
      [id],
    );
  }

  async putInForce(): Promise<number> {
    const { rows } = await this.#sql.query<PlannedRow>(
      `DELETE FROM planned_prices WHERE id IN (
         SELECT id FROM planned_prices WHERE effective_at <= now()
          ORDER BY effective_at, id LIMIT $1) RETURNING *`,
      [dueMax],
    );
    if (rows.length === 0) return 0;
    const inOrder = rows.toSorted(
      (left, right) =>
        left.effective_at.getTime() - right.effective_at.getTime() || (left.id < right.id ? -1 : 1),
    );
    await this.#priceModels(lastOfEach(inOrder, ({ model_id }) => model_id));
    await this.#priceRoutes(lastOfEach(inOrder, ({ route_id }) => route_id));
    return rows.length;
  }

  async #priceModels(rows: readonly PlannedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const given = rows.map(({ document, model_id, price_version }) => ({
      ...{ id: model_id, document, price_version: String(price_version) },
    }));
    await this.#sql.query(
      `UPDATE models SET document = (models.document - 'tiers' - 'sizes') || given.document,
         price_version = given.price_version, updated_at = now()
       FROM jsonb_to_recordset($1::jsonb)
         AS given (id text, document jsonb, price_version bigint)
       WHERE models.id = given.id AND hidden_at IS NULL`,
      [JSON.stringify(given)],
    );
  }

  async #priceRoutes(rows: readonly PlannedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const given = rows.map(({ document, route_id }) => ({ id: route_id, document }));
    await this.#sql.query(
      `UPDATE routes SET preferences = preferences || given.document, updated_at = now()
       FROM jsonb_to_recordset($1::jsonb) AS given (id text, document jsonb)
       WHERE routes.id = given.id`,
      [JSON.stringify(given)],
    );
  }
}

/** Of several plans for the same thing the last one counts. */
function lastOfEach(
  rows: readonly PlannedRow[],
  readTarget: (row: PlannedRow) => string | null,
): PlannedRow[] {
  const last = new Map<string, PlannedRow>();
  for (const row of rows) {
    const target = readTarget(row);
    if (target !== null) last.set(target, row);
  }
  return [...last.values()];
}
