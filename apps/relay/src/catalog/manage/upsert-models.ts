import { isDeepStrictEqual } from 'node:util';
import type { ModelDocument } from '../catalog';
import type { CatalogBulk, SavedModel, StoredModel } from './catalog-book';

export interface UpsertCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

type Outcome = keyof UpsertCounts;

export interface PlannedChange {
  readonly outcome: Exclude<Outcome, 'unchanged'>;
  readonly document: ModelDocument;
  /** The model until now; undefined for a new one and for a hidden one, which is listed again. */
  readonly before: ModelDocument | undefined;
  readonly priceVersion: bigint;
}

export interface UpsertPlan {
  readonly counts: UpsertCounts;
  readonly changes: readonly PlannedChange[];
}

/** Writes the models that differ from their stored state. */
export async function upsertModels(
  bulk: CatalogBulk,
  documents: readonly ModelDocument[],
): Promise<UpsertCounts> {
  const { changes, counts } = await planUpsert(bulk, documents);
  const changed = changes.map(({ document, priceVersion }): SavedModel => ({
    document,
    priceVersion,
  }));
  if (changed.length > 0) await bulk.saveModels(changed);
  return counts;
}

/** Compares the models with their stored state; writes nothing. */
export async function planUpsert(
  bulk: Pick<CatalogBulk, 'findModels'>,
  documents: readonly ModelDocument[],
): Promise<UpsertPlan> {
  const stored = await bulk.findModels(documents.map(({ id }) => id));
  const byId = new Map(stored.map((row) => [row.id, row]));
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0 };
  const changes: PlannedChange[] = [];
  for (const document of documents) {
    const row = byId.get(document.id);
    const outcome = compare(row, document);
    counts[outcome] += 1;
    if (outcome === 'unchanged') continue;
    const before = outcome === 'updated' ? row?.document : undefined;
    changes.push({ outcome, document, before, priceVersion: nextPriceVersion(row, document) });
  }
  return { counts, changes };
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
    isDeepStrictEqual(before.tiers ?? [], after.tiers ?? []) &&
    isDeepStrictEqual(before.sizes ?? {}, after.sizes ?? {})
  );
}
