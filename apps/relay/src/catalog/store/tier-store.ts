import type { Queryable } from '@tollgate/postgres';
import type { AutoTable, AutoTierName } from '../tiers';
import type { AutoTierRow, FreeTierRow, PutAutoTier, PutFreeTier } from '../tier-rows';
import type { Page } from '../catalog-rows';
import type { TierBook } from '../manage/catalog-book';

const freeColumns =
  'model AS id, enabled, rpm, daily_units, funded_multiplier, unit_tokens, updated_at';

/** The router's tiers and the free quotas. */
export class TierStore implements TierBook {
  readonly #sql: Queryable;

  constructor(sql: Queryable) {
    this.#sql = sql;
  }

  async listAutoTiers(): Promise<AutoTierRow[]> {
    const { rows } = await this.#sql.query<AutoTierRow>(
      'SELECT * FROM auto_tiers ORDER BY auto_table DESC, tier',
    );
    return rows;
  }

  async findAutoTier(table: AutoTable, tier: AutoTierName): Promise<AutoTierRow | undefined> {
    const { rows } = await this.#sql.query<AutoTierRow>(
      'SELECT * FROM auto_tiers WHERE auto_table = $1 AND tier = $2',
      [table, tier],
    );
    return rows[0];
  }

  async saveAutoTier(
    table: AutoTable,
    tier: AutoTierName,
    { enabled, fallbacks, primary }: PutAutoTier,
  ): Promise<AutoTierRow> {
    const { rows } = await this.#sql.query<AutoTierRow>(
      `INSERT INTO auto_tiers (auto_table, tier, enabled, primary_model, fallbacks)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (auto_table, tier) DO UPDATE SET
         enabled = $3, primary_model = $4, fallbacks = $5, updated_at = now()
       RETURNING *`,
      [table, tier, enabled, primary, JSON.stringify(fallbacks)],
    );
    return rows[0] as AutoTierRow;
  }

  async listFreeTiers({ after, limit }: Page): Promise<FreeTierRow[]> {
    const { rows } = await this.#sql.query<FreeTierRow>(
      `SELECT ${freeColumns} FROM free_tiers WHERE model > $1 ORDER BY model LIMIT $2`,
      [after, limit],
    );
    return rows;
  }

  async findFreeTier(model: string): Promise<FreeTierRow | undefined> {
    const { rows } = await this.#sql.query<FreeTierRow>(
      `SELECT ${freeColumns} FROM free_tiers WHERE model = $1`,
      [model],
    );
    return rows[0];
  }

  async saveFreeTier(model: string, quota: PutFreeTier): Promise<FreeTierRow> {
    const { rows } = await this.#sql.query<FreeTierRow>(
      `INSERT INTO free_tiers (model, enabled, rpm, daily_units, funded_multiplier, unit_tokens)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (model) DO UPDATE SET enabled = $2, rpm = $3, daily_units = $4,
         funded_multiplier = $5, unit_tokens = $6, updated_at = now()
       RETURNING ${freeColumns}`,
      [model, quota.enabled, quota.rpm, quota.dailyUnits, quota.fundedMultiplier, quota.unitTokens],
    );
    return rows[0] as FreeTierRow;
  }

  async deleteFreeTier(model: string): Promise<void> {
    await this.#sql.query('DELETE FROM free_tiers WHERE model = $1', [model]);
  }
}
