import { AppError } from '@tollgate/errors';
import type { AutoTable, AutoTierName } from '../tiers';
import {
  describeAutoTier,
  describeFreeTier,
  type AutoTierRow,
  type FreeTierRow,
  type PutAutoTier,
  type PutFreeTier,
} from '../tier-rows';
import type { CatalogBook } from './catalog-book';
import type { OperatorContext, RunCatalogCommand } from './run-catalog-command';

export interface ManageTiers {
  /** Raises: unknown_model. */
  putAutoTier(
    context: OperatorContext,
    place: { readonly table: AutoTable; readonly tier: AutoTierName },
    models: PutAutoTier,
  ): Promise<AutoTierRow>;
  /** Raises: unknown_model. */
  putFreeTier(context: OperatorContext, model: string, quota: PutFreeTier): Promise<FreeTierRow>;
  /** Raises: not_found. */
  deleteFreeTier(context: OperatorContext, model: string): Promise<void>;
}

export function createManageTiers(run: RunCatalogCommand): ManageTiers {
  return {
    putAutoTier: (context, { table, tier }, models) =>
      run(context, async (book) => {
        await assertKnown(book, models.primary, 'primary');
        for (const model of models.fallbacks) await assertKnown(book, model, 'fallbacks');
        const before = await book.tiers.findAutoTier(table, tier);
        const row = await book.tiers.saveAutoTier(table, tier, models);
        return {
          action: 'admin.auto_tier.update',
          target: { type: 'auto_tier', id: `${table}/${tier}` },
          before: before && describeAutoTier(before),
          after: describeAutoTier(row),
          result: row,
        };
      }),

    putFreeTier: (context, model, quota) =>
      run(context, async (book) => {
        await assertKnown(book, model, 'modelId');
        const before = await book.tiers.findFreeTier(model);
        const row = await book.tiers.saveFreeTier(model, quota);
        return {
          action: 'admin.free_tier.update',
          target: freeTarget(model),
          before: before && describeFreeTier(before),
          after: describeFreeTier(row),
          result: row,
        };
      }),

    deleteFreeTier: (context, model) =>
      run(context, async (book) => {
        const before = await book.tiers.findFreeTier(model);
        if (!before) throw new AppError('not_found', { message: `${model} has no free tier` });
        await book.tiers.deleteFreeTier(model);
        return {
          action: 'admin.free_tier.delete',
          target: freeTarget(model),
          before: describeFreeTier(before),
          result: undefined,
        };
      }),
  };
}

const freeTarget = (id: string): { type: string; id: string } => ({ type: 'free_tier', id });

async function assertKnown(book: CatalogBook, model: string, param: string): Promise<void> {
  if (await book.findModel(model)) return;
  const name = model.slice(0, 100);
  throw new AppError('unknown_model', { message: `Model ${name} is not in the catalog`, param });
}
