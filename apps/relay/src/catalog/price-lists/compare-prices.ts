import { isDeepStrictEqual } from 'node:util';
import { parseDecimal } from '@tollgate/money';
import type { OperatorPrices } from '@tollgate/pricing';
import type { ModelDocument } from '../catalog';
import type { PlannedDocument } from '../planned-prices';
import type { ListedEntry } from './listed-entry';

export interface PriceChange {
  /** Such as `prompt`, `serviceTiers.priority` or `tiers.200000.prompt`. */
  readonly price: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly change: 'dearer' | 'cheaper' | 'added' | 'removed';
}

type Texts = Readonly<Record<string, unknown>>;
type Tiers = NonNullable<ModelDocument['tiers']>;

const decimals = 12;

/** The prices of a model with those of a list: what the list does not name stays. */
export function mergePrices(
  before: PlannedDocument,
  { prices, tiers }: Pick<ListedEntry, 'prices' | 'tiers'>,
): PlannedDocument {
  const merged = mergeTexts({ ...before.prices }, { ...prices }) as OperatorPrices;
  const listed = tiers?.map((tier): Tiers[number] => {
    const same = before.tiers?.find((each) => each.abovePromptTokens === tier.abovePromptTokens);
    return same === undefined ? tier : (mergeTexts(same, tier) as Tiers[number]);
  });
  const kept = listed === undefined || isDeepStrictEqual(listed, before.tiers);
  return { ...before, prices: merged, ...(kept ? {} : { tiers: listed }) };
}

/** Equal amounts keep their present text, so that `2.50` is not a change of `2.5`. */
function mergeTexts(before: Texts, after: Texts): Texts {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (typeof value === 'object' && value !== null)
      merged[name] = mergeTexts((old ?? {}) as Texts, value as Texts);
    else if (typeof old !== 'string' || typeof value !== 'string' || !isSame(old, value))
      merged[name] = value;
  }
  return merged;
}

const isSame = (left: string, right: string): boolean =>
  parseDecimal(left, decimals) === parseDecimal(right, decimals);

/** The prices that differ, in exact decimal texts. */
export function comparePrices(before: PlannedDocument, after: PlannedDocument): PriceChange[] {
  const [old, listed] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...listed.keys()])].sort().flatMap((price) => {
    const change = compare(old.get(price), listed.get(price));
    if (change === undefined) return [];
    return [{ price, before: old.get(price) ?? null, after: listed.get(price) ?? null, change }];
  });
}

function compare(
  before: string | undefined,
  after: string | undefined,
): PriceChange['change'] | undefined {
  if (before === after) return undefined;
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  const difference = parseDecimal(after, decimals) - parseDecimal(before, decimals);
  if (difference === 0n) return undefined;
  return difference > 0n ? 'dearer' : 'cheaper';
}

function flatten({ prices, tiers }: PlannedDocument): Map<string, string> {
  const flat = new Map<string, string>();
  const add = (path: string, texts: Texts): void => {
    for (const [name, value] of Object.entries(texts)) {
      if (typeof value === 'string') flat.set(`${path}${name}`, value);
      else if (typeof value === 'object' && value !== null) add(`${path}${name}.`, value as Texts);
    }
  };
  add('', { ...prices });
  for (const tier of tiers ?? []) add(`tiers.${tier.abovePromptTokens}.`, tier);
  return flat;
}
