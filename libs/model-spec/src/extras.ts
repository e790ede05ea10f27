/** A feature of a request that a provider bills beside the tokens. */
export interface ExtraTool {
  /** Its name in the `tools` prices of a model. */
  readonly name: string;
  /** As the client wrote it: the type of the tool, or the field. */
  readonly param: string;
  /** The most uses that the call pays for. */
  readonly usesMax: number;
  /** Counted once for each answered call, because no provider reports it. */
  readonly isPerCall?: true;
}

/** Something that multiplies the token prices, by its name in the `serviceTiers` of a model. */
export interface ExtraRate {
  readonly name: string;
  readonly param: string;
}

/** What of a request costs more than its tokens at the list price. */
export interface RequestExtras {
  readonly tools: readonly ExtraTool[];
  /** As the client sent it; undefined: the provider chooses. */
  readonly serviceTier: string | undefined;
  readonly rates: readonly ExtraRate[];
}

/** What an answer reports about its extras. */
export interface ReportedExtras {
  /** The tier that served the call, where the provider names it. */
  readonly serviceTier?: string | undefined;
  /** Uses by the name of the tool in the prices. */
  readonly toolUses?: ReadonlyMap<string, number>;
}

export const noExtras: RequestExtras = Object.freeze({
  tools: [],
  serviceTier: undefined,
  rates: [],
});

/** Uses that are held for a tool without a limit of the caller. */
export const extraUsesDefault = 10;

/** Tiers that cost no more than the list price. */
const plainServiceTiers: ReadonlySet<string> = new Set([
  ...['auto', 'default', 'flex'],
  // The Messages spelling of: never on priority capacity.
  'standard_only',
]);

export function isPlainServiceTier(tier: string | undefined): boolean {
  return tier === undefined || plainServiceTiers.has(tier);
}
