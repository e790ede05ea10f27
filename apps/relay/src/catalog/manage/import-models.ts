import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import type { ModelDocument } from '../catalog';
import type { ImportModels as ImportBody } from '../catalog-schemas';
import type { CatalogBulk } from './catalog-book';
import { planUpsert, upsertModels, type PlannedChange, type UpsertCounts } from './upsert-models';
import type { OperatorContext, RunCatalogCommand } from './run-catalog-command';

type ImportedPrices = Pick<ModelDocument, 'prices' | 'tiers' | 'sizes'>;

export interface ImportChange {
  readonly id: string;
  readonly outcome: PlannedChange['outcome'];
  readonly fields: readonly string[];
  readonly before: ImportedPrices | null;
  readonly after: ImportedPrices;
}

export interface ImportResult extends UpsertCounts {
  readonly changes?: readonly ImportChange[];
}

export type ImportModels = (context: OperatorContext, body: ImportBody) => Promise<ImportResult>;

/** Imports many models as one change: all or none. Raises: bad_request. */
export function createImportModels(
  run: RunCatalogCommand,
  reader: Pick<CatalogBulk, 'findModels'>,
): ImportModels {
  return async (context, { dryRun = false, models }) => {
    assertDistinct(models);
    if (dryRun) {
      const { changes, counts } = await planUpsert(reader, models);
      return { ...counts, changes: changes.map(describeChange) };
    }
    return run(context, async ({ bulk }) => {
      const counts = await upsertModels(bulk, models);
      if (counts.created + counts.updated === 0) return { action: null, result: counts };
      return {
        action: 'admin.model.import',
        target: { type: 'catalog', id: 'models' },
        after: counts,
        result: counts,
      };
    });
  };
}

function describeChange({ before, document, outcome }: PlannedChange): ImportChange {
  return {
    id: document.id,
    outcome,
    fields: before === undefined ? [] : listDifferences(before, document),
    before: before === undefined ? null : pickPrices(before),
    after: pickPrices(document),
  };
}

function listDifferences(before: ModelDocument, after: ModelDocument): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<
    keyof ModelDocument
  >;
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

function pickPrices({ prices, sizes, tiers }: ModelDocument): ImportedPrices {
  return {
    prices,
    ...(tiers !== undefined && { tiers }),
    ...(sizes !== undefined && { sizes }),
  };
}

function assertDistinct(models: readonly ModelDocument[]): void {
  const seen = new Set<string>();
  for (const { id } of models) {
    if (seen.has(id)) {
      throw AppError.forParam('bad_request', 'models', `${id} is there twice`);
    }
    seen.add(id);
  }
}
