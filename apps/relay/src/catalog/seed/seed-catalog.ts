import type { Seed } from './seed';
import { decideSeed } from './seed-decision';
import type { CatalogBook } from '../manage/catalog-book';
import { seedTiers } from './seed-tiers';
import { upsertModels, type UpsertCounts } from '../manage/upsert-models';

/** Seeds the shipped models, except those that operators have changed or removed. */
export async function seedCatalog(book: CatalogBook, seed: Seed): Promise<UpsertCounts> {
  const counts = await seedModels(book.bulk, seed);
  await seedAliases(book, seed);
  await seedTiers(book, seed);
  return counts;
}

async function seedModels(bulk: CatalogBook['bulk'], { models }: Seed): Promise<UpsertCounts> {
  const remembered = await bulk.listSeeded('model');
  const stored = await bulk.findModels(models.map(({ document }) => document.id));
  const current = new Map(stored.map((row) => [row.id, row]));
  const due = models
    .map(({ document }) => document)
    .filter((wanted) => {
      const row = current.get(wanted.id);
      if (row !== undefined && row.hidden_at !== null) return false;
      const state = { current: row?.document, remembered: remembered.get(wanted.id), wanted };
      return decideSeed(state) === 'write';
    });
  if (due.length === 0) return { created: 0, updated: 0, unchanged: models.length };
  const counts = await upsertModels(bulk, due);
  await bulk.rememberSeeded(
    'model',
    due.map((document) => ({ id: document.id, document })),
  );
  return { ...counts, unchanged: counts.unchanged + models.length - due.length };
}

async function seedAliases(
  { aliases, bulk }: Pick<CatalogBook, 'aliases' | 'bulk'>,
  seed: Seed,
): Promise<void> {
  const remembered = await bulk.listSeeded('alias');
  const rows = await aliases.list({ after: '', limit: aliasesMax });
  const current = new Map(rows.map(({ model, name }) => [name, { name, model }]));
  const due = seed.aliases.filter(
    (wanted) =>
      decideSeed({
        current: current.get(wanted.name),
        remembered: remembered.get(wanted.name),
        wanted,
      }) === 'write',
  );
  if (due.length === 0) return;
  await aliases.save(due);
  await bulk.rememberSeeded(
    'alias',
    due.map((document) => ({ id: document.name, document })),
  );
}

const aliasesMax = 50_000;
