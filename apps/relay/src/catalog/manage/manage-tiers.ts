import { AppError } from '@tollgate/errors';
import { makeAutoTierKey, type AutoTable, type AutoTierName } from '../tiers';
import {
  describeAutoTier,
  describeFreeTier,
  type AutoTierRow,
  type FreeTierRow,
  type PutAutoTier,
  type PutFreeTier,
} from '../tier-rows';
import type { CatalogBook } from './catalog-book';
import { auditRows, type OperatorContext, type RunCatalogCommand } from './run-catalog-command';

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

const auto = auditRows('auto_tier', describeAutoTier);
const free = auditRows('free_tier', describeFreeTier);

export function createManageTiers(run: RunCatalogCommand): ManageTiers {
  return {
    putAutoTier: (context, { table, tier }, models) =>
      run(context, async (book) => {
        await assertKnown(book, models.primary, 'primary');
        for (const model of models.fallbacks) await assertKnown(book, model, 'fallbacks');
        const before = await book.tiers.findAutoTier(table, tier);
        const row = await book.tiers.saveAutoTier(table, tier, models);
        return auto.saved('admin.auto_tier.update', makeAutoTierKey(table, tier), row, before);
      }),

    putFreeTier: (context, model, quota) =>
      run(context, async (book) => {
        await assertKnown(book, model, 'modelId');
        const before = await book.tiers.findFreeTier(model);
        const row = await book.tiers.saveFreeTier(model, quota);
        return free.saved('admin.free_tier.update', model, row, before);
      }),

    deleteFreeTier: (context, model) =>
      run(context, async (book) => {
        const before = await book.tiers.findFreeTier(model);
        if (!before) throw new AppError('not_found', { message: `${model} has no free tier` });
        await book.tiers.deleteFreeTier(model);
        return free.deleted('admin.free_tier.delete', model, before);
      }),
  };
}

async function assertKnown(book: CatalogBook, model: string, param: string): Promise<void> {
  if (await book.findModel(model)) return;
  const name = model.slice(0, 100);
  throw AppError.forParam('unknown_model', param, `Model ${name} is not in the catalog`);
}
