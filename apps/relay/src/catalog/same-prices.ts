import { isDeepStrictEqual } from 'node:util';
import type { ModelDocument } from './catalog';

/** Only a change of prices creates a price version, because receipts refer to versions. */
export function hasSamePrices(before: ModelDocument, after: ModelDocument): boolean {
  return (
    isDeepStrictEqual(before.prices, after.prices) &&
    isDeepStrictEqual(before.tiers ?? [], after.tiers ?? [])
  );
}
