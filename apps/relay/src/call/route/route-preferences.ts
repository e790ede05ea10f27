import type { RouteSort } from '../../catalog/names/split-suffixes';

type Fields = Readonly<Record<string, unknown>>;

/** The caller's price cap: USD per million tokens, and per unit. */
export type PriceCap = Readonly<
  Partial<Record<'prompt' | 'completion' | 'image' | 'request', number>>
>;

/** What a caller prefers of the providers. */
export interface RoutePreferences {
  /** Slugs in lower case; empty: no preference. */
  readonly order: readonly string[];
  readonly only: readonly string[] | undefined;
  readonly ignore: readonly string[];
  readonly allowsFallbacks: boolean;
  readonly sort: RouteSort | undefined;
  /** Whether models keep their order and only the candidates of each are sorted. */
  readonly sortsEachModel: boolean;
  readonly requiresParameters: boolean;
  readonly deniesDataCollection: boolean;
  readonly quantizations: readonly string[] | undefined;
  readonly priceMax: PriceCap | undefined;
}

const noPreferences: RoutePreferences = {
  order: [],
  only: undefined,
  ignore: [],
  allowsFallbacks: true,
  sort: undefined,
  sortsEachModel: true,
  requiresParameters: false,
  deniesDataCollection: false,
  quantizations: undefined,
  priceMax: undefined,
};

/** Reads `provider` of a request that passed its schema. */
export function readPreferences(body: Fields): RoutePreferences {
  const provider = asFields(body['provider']);
  if (provider === undefined) return noPreferences;
  const { sort } = provider;
  const sorting = asFields(sort) ?? { by: sort };
  return {
    order: readWords(provider['order']) ?? [],
    only: readWords(provider['only']),
    ignore: readWords(provider['ignore']) ?? [],
    allowsFallbacks: provider['allow_fallbacks'] !== false,
    sort: (sorting['by'] ?? undefined) as RouteSort | undefined,
    sortsEachModel: sorting['partition'] !== 'none',
    requiresParameters: provider['require_parameters'] === true,
    deniesDataCollection: provider['data_collection'] === 'deny',
    quantizations: readWords(provider['quantizations']),
    priceMax: readCap(provider['max_price']),
  };
}

/** An empty list is no preference: it would leave no candidate. */
function readWords(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map((word) => String(word).trim().toLowerCase());
}

function readCap(value: unknown): PriceCap | undefined {
  const prices = asFields(value);
  if (prices === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(prices)
      .filter(([, price]) => price !== null && price !== undefined)
      .map(([name, price]) => [name, Number(price)]),
  );
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}
