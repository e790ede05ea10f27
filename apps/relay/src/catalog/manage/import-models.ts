import { AppError } from '@tollgate/errors';
import type { ModelDocument } from '../catalog';
import type { ImportModels as ImportBody } from '../catalog-schemas';
import { upsertModels, type UpsertCounts } from './upsert-models';
import type { OperatorContext, RunCatalogCommand } from './run-catalog-command';

export type ImportModels = (context: OperatorContext, body: ImportBody) => Promise<UpsertCounts>;

/** Imports many models as one change: all or none. Raises: bad_request. */
export function createImportModels(run: RunCatalogCommand): ImportModels {
  return async (context, { models }) => {
    assertDistinct(models);
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

function assertDistinct(models: readonly ModelDocument[]): void {
  const seen = new Set<string>();
  for (const { id } of models) {
    if (seen.has(id)) {
      throw AppError.forParam('bad_request', 'models', `${id} is there twice`);
    }
    seen.add(id);
  }
}
