import { z } from 'zod';
import {
  autoFallbacksMax,
  autoTables,
  autoTierNames,
  type AutoTable,
  type AutoTier,
  type AutoTierName,
  type FreeTier,
} from './tiers';

export interface AutoTierRow {
  readonly auto_table: AutoTable;
  readonly tier: AutoTierName;
  readonly enabled: boolean;
  readonly primary_model: string | null;
  readonly fallbacks: readonly string[];
  readonly updated_at: Date;
}

export interface FreeTierRow {
  /** The model's id; lists are paged by it. */
  readonly id: string;
  readonly enabled: boolean;
  readonly rpm: number;
  readonly daily_units: number;
  readonly funded_multiplier: number;
  readonly unit_tokens: number;
  readonly updated_at: Date;
}

const modelId = z.string().min(1).max(200);

export const putAutoTierSchema = z.strictObject({
  enabled: z.boolean().default(true),
  primary: modelId,
  fallbacks: z.array(modelId).max(autoFallbacksMax).default([]),
});
export type PutAutoTier = z.output<typeof putAutoTierSchema>;

const countMax = 1_000_000;
export const putFreeTierSchema = z.strictObject({
  enabled: z.boolean().default(true),
  rpm: z.int().min(0).max(countMax).default(10),
  dailyUnits: z.int().min(0).max(countMax).default(150),
  fundedMultiplier: z.int().min(1).max(1_000).default(3),
  unitTokens: z.int().min(1).max(countMax).default(8_192),
});
export type PutFreeTier = z.output<typeof putFreeTierSchema>;

export const autoTierPathSchema = z.object({
  table: z.enum(autoTables),
  tier: z.enum(autoTierNames),
});

export function readAutoTier(row: AutoTierRow): AutoTier {
  return {
    table: row.auto_table,
    tier: row.tier,
    enabled: row.enabled,
    primary: row.primary_model,
    fallbacks: row.fallbacks,
  };
}

export function describeAutoTier(row: AutoTierRow): Record<string, unknown> {
  const { enabled, fallbacks, primary, table, tier } = readAutoTier(row);
  return { tier, table, enabled, primary, fallbacks, updatedAt: row.updated_at.toISOString() };
}

export function readFreeTier(row: FreeTierRow): FreeTier {
  return {
    model: row.id,
    enabled: row.enabled,
    rpm: row.rpm,
    dailyUnits: row.daily_units,
    fundedMultiplier: row.funded_multiplier,
    unitTokens: row.unit_tokens,
  };
}

export function describeFreeTier(row: FreeTierRow): Record<string, unknown> {
  return { ...readFreeTier(row), updatedAt: row.updated_at.toISOString() };
}
