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
