import { isDeepStrictEqual } from 'node:util';
import type { ModelDocument } from './catalog';

/** Only a change of prices makes a new price list; a receipt must stay readable for ever. */
export function hasSamePrices(before: ModelDocument, after: ModelDocument): boolean {
  return (
    isDeepStrictEqual(before.prices, after.prices) &&
    isDeepStrictEqual(before.tiers ?? [], after.tiers ?? [])
  );
}
