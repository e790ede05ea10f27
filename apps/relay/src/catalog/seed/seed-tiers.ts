import { makeAutoTierKey } from '../tiers';
import type { Seed, SeedAutoTier, SeedFreeTier } from './seed';
import { decideSeed } from './seed-decision';
import { readAutoTier, readFreeTier } from '../tier-rows';
import type { CatalogBook } from '../manage/catalog-book';

type TierBooks = Pick<CatalogBook, 'bulk' | 'findModel' | 'tiers'>;

/** Seeds the shipped tiers of the router and the free quotas. */
export async function seedTiers(book: TierBooks, seed: Seed): Promise<void> {
  await seedAutoTiers(book, seed.autoTiers);
  await seedFreeTiers(book, seed.freeTiers);
}

/** All rows exist from the start: a row without a primary model was never set by an operator. */
async function seedAutoTiers(
  { bulk, tiers }: TierBooks,
  wanted: readonly SeedAutoTier[],
): Promise<void> {
  const remembered = await bulk.listSeeded('auto_tier');
  const rows = (await tiers.listAutoTiers()).map(readAutoTier);
  const current = new Map(
    rows
      .filter(({ primary }) => primary !== null)
      .map((row) => [makeAutoTierKey(row.table, row.tier), row]),
  );
  for (const row of wanted) {
    const id = makeAutoTierKey(row.table, row.tier);
    const state = { current: current.get(id), remembered: remembered.get(id), wanted: row };
    if (decideSeed(state) === 'keep') continue;
    await tiers.saveAutoTier(row.table, row.tier, row);
    await bulk.rememberSeeded('auto_tier', [{ id, document: row }]);
  }
}

async function seedFreeTiers(book: TierBooks, wanted: readonly SeedFreeTier[]): Promise<void> {
  const { bulk, tiers } = book;
  const remembered = await bulk.listSeeded('free_tier');
  for (const quota of wanted) {
    const id = quota.model;
    const row = await tiers.findFreeTier(id);
    const current = row && readFreeTier(row);
    const state = { current, remembered: remembered.get(id), wanted: quota };
    // An operator may have hidden the model.
    if (decideSeed(state) === 'keep' || !(await book.findModel(id))) continue;
    await tiers.saveFreeTier(id, quota);
    await bulk.rememberSeeded('free_tier', [{ id, document: quota }]);
  }
}
