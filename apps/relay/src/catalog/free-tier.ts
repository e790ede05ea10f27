/** How much of a model everybody may use for nothing. */
export interface FreeTier {
  readonly model: string;
  readonly enabled: boolean;
  /** Requests in a clock minute. */
  readonly rpm: number;
  /** Units in a day of UTC; a long prompt takes several. */
  readonly dailyUnits: number;
  /** How many times as much who has credit may use in a day. */
  readonly fundedMultiplier: number;
  /** Prompt tokens of one unit. */
  readonly unitTokens: number;
}

const unitsMax = 25;

/** What a call takes of the day. */
export function countUnits(promptTokens: number, { unitTokens }: FreeTier): number {
  return Math.min(unitsMax, Math.max(1, Math.ceil(promptTokens / unitTokens)));
}
