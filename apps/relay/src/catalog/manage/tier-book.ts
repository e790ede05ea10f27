import type { AutoTable, AutoTierName } from '../tiers';
import type { AutoTierRow, FreeTierRow, PutAutoTier, PutFreeTier } from '../tier-rows';
import type { Page } from '../catalog-rows';

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
