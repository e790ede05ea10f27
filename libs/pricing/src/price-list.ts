import { parseDecimal, type Picos } from '@tollgate/money';

/** Prices of one tier, in picos per token. What an operator left out is priced as its next kin. */
export interface TokenPrices {
  readonly prompt: Picos;
  readonly completion: Picos;
  readonly cacheRead: Picos;
  readonly cacheWrite: Picos;
  readonly cacheWrite1h: Picos;
  readonly reasoning: Picos;
  readonly audioInput: Picos;
  readonly imageInput: Picos;
  readonly audioOutput: Picos;
  readonly imageOutput: Picos;
}

export interface PriceTier extends TokenPrices {
  /** The whole list switches when the prompt has more tokens than this; 0 for the base list. */
  readonly abovePromptTokens: number;
}

export type PriceTiers = readonly [PriceTier, ...PriceTier[]];

/** What a model costs. Every unit price is a whole number of picos, so that sums are exact. */
export interface PriceList {
  readonly version: bigint;
  /** Ascending; the first is the base list. Undefined: tokens have no price. */
  readonly tiers: PriceTiers | undefined;
  /** The same with thinking on: higher where the operator set a multiplier. */
  readonly thinkingTiers: PriceTiers | undefined;
  readonly requestPicos: Picos;
  readonly webPicos: Picos;
  /** Per use of what a provider bills beside tokens. */
  readonly toolPicos: ReadonlyMap<string, Picos>;
  /** What the token prices are multiplied by, by service tier. */
  readonly tierFactors: ReadonlyMap<string, Multiplier>;
  readonly imagePicos: Picos | undefined;
  readonly sizePicos: ReadonlyMap<string, Picos>;
  readonly characterPicos: Picos | undefined;
  readonly audioSecondPicos: Picos | undefined;
  readonly searchUnitPicos: Picos | undefined;
  readonly videoSecondPicos: Picos | undefined;
  readonly resolutionMultipliers: ReadonlyMap<string, Multiplier>;
  readonly audioMultiplier: Multiplier;
}

/** Millionths of a million: a factor without floats. */
export type Multiplier = bigint;

/** Prices as operators write them: decimal texts in USD, token prices per million tokens. */
export interface OperatorPrices {
  readonly prompt?: string | null | undefined;
  readonly completion?: string | null | undefined;
  readonly cacheRead?: string | null | undefined;
  readonly cacheWrite?: string | null | undefined;
  readonly cacheWrite1h?: string | null | undefined;
  readonly reasoning?: string | null | undefined;
  readonly thinkingMultiplier?: string | null | undefined;
  readonly audioInput?: string | null | undefined;
  readonly audioOutput?: string | null | undefined;
  readonly imageInput?: string | null | undefined;
  readonly imageOutput?: string | null | undefined;
  readonly image?: string | null | undefined;
  readonly request?: string | null | undefined;
  readonly web?: string | null | undefined;
  readonly character?: string | null | undefined;
  readonly audioSecond?: string | null | undefined;
  readonly searchUnit?: string | null | undefined;
  readonly videoSecond?: string | null | undefined;
  readonly tools?: NamedPrices | null | undefined;
  readonly serviceTiers?: NamedPrices | null | undefined;
}

export type NamedPrices = Readonly<Record<string, string | null>>;

export interface OperatorTier extends OperatorPrices {
  readonly abovePromptTokens: number;
}

export interface PriceListInput {
  readonly version: bigint;
  readonly kind: PricedKind;
  readonly prices: OperatorPrices;
  readonly tiers?: readonly OperatorTier[] | undefined;
  /** Price per image by size. */
  readonly sizes?: Readonly<Record<string, string | null>> | undefined;
  readonly video?:
    | {
        readonly resolutions?: Readonly<Record<string, string | null>> | undefined;
        readonly audioMultiplier?: string | null | undefined;
      }
    | undefined;
}

export type PricedKind =
  | 'chat'
  | 'completion'
  | 'embeddings'
  | 'image'
  | 'video'
  | 'speech'
  | 'transcription'
  | 'rerank'
  | 'moderation';

/** One USD per million tokens is a million picos per token. */
const tokenPriceDecimals = 6;
const unitPriceDecimals = 12;
const multiplierDecimals = 12;
export const multiplierOne: Multiplier = 10n ** BigInt(multiplierDecimals);

export function makePriceList(input: PriceListInput): PriceList {
  const { kind, prices, sizes, video } = input;
  const tiers = makeTiers(prices, input.tiers ?? [], kind);
  const thinking = readMultiplier(prices.thinkingMultiplier);
  return {
    version: input.version,
    tiers,
    thinkingTiers: tiers && thinking ? raiseTiers(tiers, thinking) : tiers,
    requestPicos: readUnitPrice(prices.request) ?? 0n,
    webPicos: readUnitPrice(prices.web) ?? 0n,
    toolPicos: readMap(prices.tools, readUnitPrice),
    tierFactors: readMap(prices.serviceTiers, readMultiplier),
    imagePicos: readUnitPrice(prices.image),
    sizePicos: readMap(sizes, readUnitPrice),
    characterPicos: readUnitPrice(prices.character),
    audioSecondPicos: readUnitPrice(prices.audioSecond),
    searchUnitPicos: readUnitPrice(prices.searchUnit),
    videoSecondPicos: readUnitPrice(prices.videoSecond),
    resolutionMultipliers: readMap(video?.resolutions, readMultiplier),
    audioMultiplier: readMultiplier(video?.audioMultiplier) ?? multiplierOne,
  };
}

/** Kinds of work that can be paid by tokens; newer models of transcription count them, too. */
const tokenKinds: ReadonlySet<PricedKind> = new Set([
  ...(['chat', 'completion', 'embeddings', 'moderation'] as const),
  ...(['image', 'transcription', 'rerank'] as const),
]);

/** A model without a price for its kind of work cannot be called. */
export function hasPriceFor(list: PriceList, kind: PricedKind): boolean {
  return (list.tiers !== undefined && tokenKinds.has(kind)) || hasUnitPriceFor(list, kind);
}

function hasUnitPriceFor(list: PriceList, kind: PricedKind): boolean {
  switch (kind) {
    case 'image':
      return list.imagePicos !== undefined || list.sizePicos.size > 0;
    case 'video':
      return list.videoSecondPicos !== undefined;
    case 'speech':
      return list.characterPicos !== undefined;
    case 'transcription':
      return list.audioSecondPicos !== undefined;
    case 'rerank':
      return list.searchUnitPicos !== undefined;
    default:
      return false;
  }
}

/** They have no output tokens, so that these need no price. */
const kindsWithoutOutput: ReadonlySet<PricedKind> = new Set(['embeddings', 'rerank', 'moderation']);

/** Half up: a price that the factor makes fractional is fixed here, once and for every charge. */
export function multiplyPrice(price: Picos, factor: Multiplier): Picos {
  return (price * factor + multiplierOne / 2n) / multiplierOne;
}

function makeTiers(
  prices: OperatorPrices,
  higher: readonly OperatorTier[],
  kind: PricedKind,
): PriceTiers | undefined {
  const read = (tier: OperatorTier): PriceTier | undefined =>
    readTier(kindsWithoutOutput.has(kind) ? { ...tier, completion: tier.completion ?? '0' } : tier);
  const base = read({ ...prices, abovePromptTokens: 0 });
  if (base === undefined) return undefined;
  const rest = higher
    .map(read)
    .filter((tier) => tier !== undefined)
    .sort((left, right) => left.abovePromptTokens - right.abovePromptTokens);
  return [base, ...rest];
}

function readTier(tier: OperatorTier): PriceTier | undefined {
  const prompt = readTokenPrice(tier.prompt);
  const completion = readTokenPrice(tier.completion);
  if (prompt === undefined || completion === undefined) return undefined;
  const cacheWrite = readTokenPrice(tier.cacheWrite) ?? prompt;
  return {
    abovePromptTokens: tier.abovePromptTokens,
    prompt,
    completion,
    cacheRead: readTokenPrice(tier.cacheRead) ?? prompt,
    cacheWrite,
    cacheWrite1h: readTokenPrice(tier.cacheWrite1h) ?? cacheWrite,
    reasoning: readTokenPrice(tier.reasoning) ?? completion,
    audioInput: readTokenPrice(tier.audioInput) ?? prompt,
    imageInput: readTokenPrice(tier.imageInput) ?? prompt,
    audioOutput: readTokenPrice(tier.audioOutput) ?? completion,
    imageOutput: readTokenPrice(tier.imageOutput) ?? completion,
  };
}

/** The multiplier is for the whole completion, so reasoning has no price of its own beside it. */
function raiseTiers(tiers: PriceTiers, factor: Multiplier): PriceTiers {
  const raise = (tier: PriceTier): PriceTier => {
    const completion = multiplyPrice(tier.completion, factor);
    return { ...tier, completion, reasoning: completion };
  };
  const [base, ...rest] = tiers;
  return [raise(base), ...rest.map(raise)];
}

function readTokenPrice(text: string | null | undefined): Picos | undefined {
  return text == null ? undefined : parseDecimal(text, tokenPriceDecimals);
}

function readUnitPrice(text: string | null | undefined): Picos | undefined {
  return text == null ? undefined : parseDecimal(text, unitPriceDecimals);
}

function readMultiplier(text: string | null | undefined): Multiplier | undefined {
  return text == null ? undefined : parseDecimal(text, multiplierDecimals);
}

function readMap(
  texts: Readonly<Record<string, string | null>> | null | undefined,
  read: (text: string | null) => bigint | undefined,
): ReadonlyMap<string, bigint> {
  const entries = Object.entries(texts ?? {}).flatMap(([name, text]) => {
    const value = read(text);
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map(entries);
}
