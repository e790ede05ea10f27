import { isDeepStrictEqual } from 'node:util';
import type { ModelDocument } from '../catalog';
import type { CatalogBulk, SavedModel, StoredModel } from './catalog-book';

export interface UpsertCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

type Outcome = keyof UpsertCounts;

/** Writes the models that differ from their stored state. */
export async function upsertModels(
  bulk: CatalogBulk,
  documents: readonly ModelDocument[],
): Promise<UpsertCounts> {
  const stored = await bulk.findModels(documents.map(({ id }) => id));
  const byId = new Map(stored.map((row) => [row.id, row]));
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0 };
  const changed: SavedModel[] = [];
  for (const document of documents) {
    const before = byId.get(document.id);
    const outcome = compare(before, document);
    counts[outcome] += 1;
    if (outcome === 'unchanged') continue;
    changed.push({ document, priceVersion: nextPriceVersion(before, document) });
  }
  if (changed.length > 0) await bulk.saveModels(changed);
  return counts;
}

function compare(before: StoredModel | undefined, document: ModelDocument): Outcome {
  if (before === undefined || before.hidden_at !== null) return 'created';
  return isDeepStrictEqual(before.document, document) ? 'unchanged' : 'updated';
}

function nextPriceVersion(before: StoredModel | undefined, document: ModelDocument): bigint {
  if (before === undefined) return 1n;
  if (before.hidden_at === null && hasSamePrices(before.document, document)) {
    return before.price_version;
  }
  return (before.price_version_max ?? 0n) + 1n;
}

/** Only a change of prices creates a price version, because receipts refer to versions. */
export function hasSamePrices(before: ModelDocument, after: ModelDocument): boolean {
  return (
    isDeepStrictEqual(before.prices, after.prices) &&
    isDeepStrictEqual(before.tiers ?? [], after.tiers ?? [])
  );
}
