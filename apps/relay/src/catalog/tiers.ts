/** Tiers by subject, which take precedence over the difficulty. */
export const subjectTiers = [
  'coding',
  'data',
  'search',
  'social',
  'email',
  'calendar',
  'trading',
  'image',
  'video',
] as const;
export type SubjectTier = (typeof subjectTiers)[number];

/** Tiers by difficulty, for requests without a subject; the easiest first. */
export const levelTiers = ['simple', 'standard', 'complex', 'reasoning'] as const;
export type LevelTier = (typeof levelTiers)[number];

export const autoTierNames = [...levelTiers, 'vision', ...subjectTiers] as const;
export type AutoTierName = (typeof autoTierNames)[number];

export const autoTables = ['paid', 'free'] as const;
export type AutoTable = (typeof autoTables)[number];

export const autoFallbacksMax = 5;

/** The models of a tier, in the order to try them. */
export interface AutoTier {
  readonly table: AutoTable;
  readonly tier: AutoTierName;
  readonly enabled: boolean;
  /** Null: not set. */
  readonly primary: string | null;
  readonly fallbacks: readonly string[];
}

export function makeAutoTierKey(table: AutoTable, tier: AutoTierName): string {
  return `${table}/${tier}`;
}

/**
 * The tiers to choose a model from, the tier of the request first. The next one is used only when
 * no model of the earlier ones has a provider: harder levels first, because their models can do
 * easier work.
 */
export function listTiersFrom(tier: AutoTierName): readonly AutoTierName[] {
  const level = (levelTiers as readonly AutoTierName[]).indexOf(tier);
  const start = level === -1 ? levelTiers.indexOf('standard') : level;
  return [...new Set([tier, ...levelTiers.slice(start), ...levelTiers.slice(0, start).reverse()])];
}

/** The free quota of a model, per user. */
export interface FreeTier {
  readonly model: string;
  readonly enabled: boolean;
  /** Requests in a clock minute. */
  readonly rpm: number;
  /** Units per UTC day; a long prompt uses several. */
  readonly dailyUnits: number;
  /** Multiplies the daily units of users with credit. */
  readonly fundedMultiplier: number;
  /** Prompt tokens of one unit. */
  readonly unitTokens: number;
}

const unitsMax = 25;

/** The units that a call uses. */
export function countUnits(promptTokens: number, { unitTokens }: FreeTier): number {
  return Math.min(unitsMax, Math.max(1, Math.ceil(promptTokens / unitTokens)));
}
