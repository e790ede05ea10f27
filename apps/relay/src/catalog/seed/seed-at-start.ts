import type { Logger } from '@tollgate/observability';
import type { OperatorContext, RunCatalogCommand } from '../manage/run-catalog-command';
import { seedCatalog } from './seed-catalog';
import { seedProviders, type SeedProvidersOptions } from './seed-providers';
import type { UpsertCounts } from '../manage/upsert-models';

export interface SeedAtStartOptions extends SeedProvidersOptions {
  readonly run: RunCatalogCommand;
  /** False: seeds providers only, operators add the models. */
  readonly isCatalogSeeded: boolean;
  readonly logger: Logger;
}

const relayItself: OperatorContext = {
  actor: { type: 'system', id: 'relay', email: '' },
  ip: '',
  requestId: '',
};
const untouched: UpsertCounts = { created: 0, updated: 0, unchanged: 0 };

/** Seeds the catalog at the start of a relay; concurrent starts are serialized. */
export function createSeedAtStart(options: SeedAtStartOptions): () => Promise<void> {
  return async () => {
    const done = await options.run(relayItself, async (book) => {
      const counts = options.isCatalogSeeded ? await seedCatalog(book, options.seed) : untouched;
      const result = { ...counts, providers: await seedProviders(book, options) };
      if (counts.created + counts.updated === 0) return { action: null, result };
      const target = { type: 'catalog', id: 'models' };
      return { action: 'system.catalog.seed', target, after: counts, result };
    });
    options.logger.info('catalog seeded', done);
  };
}
