import type { Fields } from '@tollgate/model-kit';
import { formatDecimal, parseDecimal } from '@tollgate/money';
import type { OperatorPrices } from '@tollgate/pricing';
import type { ListedEntry, SkippedField } from './listed-entry';
import { hasValue, readPriceFields } from './read-fields';
import { perToken, readListPrice } from './read-list-price';

const tierField = /^(.+)_above_(\d{1,5})k_tokens$/;
const tierPrices = {
  input_cost_per_token: 'prompt',
  output_cost_per_token: 'completion',
  cache_read_input_token_cost: 'cacheRead',
  cache_creation_input_token_cost: 'cacheWrite',
};
const thousand = 1_000;
const tiersMax = 10;

export interface ReadExtras {
  readonly skipped: readonly SkippedField[];
  readonly known: ReadonlySet<string>;
}

/** Prices of long prompts, such as `input_cost_per_token_above_200k_tokens`. */
export function readTiers(fields: Fields): ReadExtras & { readonly tiers: ListedEntry['tiers'] } {
  const groups = new Map<number, Record<string, unknown>>();
  const known = new Set<string>();
  for (const [field, value] of Object.entries(fields)) {
    const [, base = '', size = ''] = tierField.exec(field) ?? [];
    if (!(base in tierPrices)) continue;
    known.add(field);
    const above = Number(size) * thousand;
    groups.set(above, { ...groups.get(above), [base]: value });
  }
  const skipped: SkippedField[] = [];
  const tiers = [...groups].flatMap(([abovePromptTokens, group]) => {
    const { prices, skipped: faults } = readPriceFields(group, { token: tierPrices, unit: {} });
    const field = `…_above_${abovePromptTokens / thousand}k_tokens`;
    skipped.push(...faults.map(({ reason }) => ({ field, reason })));
    const { completion, prompt } = prices;
    if (prompt !== undefined && completion !== undefined)
      return [{ abovePromptTokens, ...prices, prompt, completion }];
    skipped.push({ field, reason: 'a tier needs prices of input and output' });
    return [];
  });
  const sorted = tiers.sort((left, right) => left.abovePromptTokens - right.abovePromptTokens);
  return {
    tiers: sorted.length === 0 ? undefined : sorted.slice(0, tiersMax),
    skipped,
    known,
  };
}

const serviceTiers = ['priority', 'flex'] as const;
const scaled = [
  ...['input_cost_per_token', 'output_cost_per_token', 'cache_read_input_token_cost'],
  'cache_creation_input_token_cost',
];
const factorDecimals = 12;
const factorScale = 10n ** BigInt(factorDecimals);

/** A service tier is one factor for all token prices; lists have it as a price for each. */
export function readServiceTiers(
  fields: Fields,
): ReadExtras & { readonly factors: NonNullable<OperatorPrices['serviceTiers']> | undefined } {
  const factors: Record<string, string> = {};
  const skipped: SkippedField[] = [];
  const known = new Set<string>();
  for (const tier of serviceTiers) {
    const listed = scaled.filter((field) => hasValue(fields[`${field}_${tier}`]));
    for (const field of listed) known.add(`${field}_${tier}`);
    if (listed.length === 0) continue;
    const found = new Set(listed.map((field) => divide(fields[`${field}_${tier}`], fields[field])));
    const [factor] = found;
    if (found.size === 1 && factor !== undefined) factors[tier] = factor;
    else
      skipped.push({
        field: `…_${tier}`,
        reason: 'a service tier is one factor for all token prices here',
      });
  }
  return { factors: Object.keys(factors).length === 0 ? undefined : factors, skipped, known };
}

/** Exactly, or undefined. */
function divide(value: unknown, by: unknown): string | undefined {
  const [top, bottom] = [value, by].map((each) => {
    const { price } = readListPrice(each, perToken) as { readonly price?: string };
    return price === undefined ? 0n : parseDecimal(price, perToken.decimalsMax);
  });
  if (top === undefined || bottom === undefined || bottom === 0n || top === 0n) return undefined;
  const scaledTop = top * factorScale;
  if (scaledTop % bottom !== 0n) return undefined;
  return formatDecimal(scaledTop / bottom, factorDecimals);
}

const costField = /cost/;
const reasons: readonly (readonly [RegExp, string])[] = [
  [/_batches$/, 'the gateway has no batch calls'],
  [/search_context/, 'searches of the provider are priced by prices.tools'],
  [/_above_\d+k_tokens/, 'tiers have prices of input, output and caching only'],
  [/_(?:priority|flex)$/, 'a service tier is one factor for all token prices here'],
];

/** Costs that nothing here reads. */
export function listOtherCosts(fields: Fields, read: ReadonlySet<string>): SkippedField[] {
  return Object.entries(fields)
    .filter(([field, value]) => costField.test(field) && !read.has(field) && hasValue(value))
    .map(([field]) => ({
      field,
      reason: reasons.find(([form]) => form.test(field))?.[1] ?? 'the catalog has no such price',
    }));
}
