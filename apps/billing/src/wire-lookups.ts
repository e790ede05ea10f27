import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import type { Till } from '@tollgate/till';
import { decodeReceiptDetails } from './events/decode-receipt';
import type { GenerationOptions } from './routes/generation.route';
import { createBookStore } from './store/book-store';
import { UsageReader } from './store/usage-reader';
import { createGetCredits, type GetCredits } from './use-cases/get-credits';
import type { WiredGoodwill } from './wire-goodwill';

/**
 * Credits and receipts may be asked for by callers without money and have no part in admission, so
 * they have connections of their own: they cannot take those that posting and the till need.
 */
export function wireLookups(options: {
  readonly databaseUrl: string;
  readonly till: Till;
  readonly goodwill: Pick<WiredGoodwill, 'openReader'>;
  readonly logger: Logger;
}): {
  readonly routes: Pick<GenerationOptions, 'findGeneration'> & { readonly getCredits: GetCredits };
  readonly part: Part;
} {
  const { databaseUrl: url, goodwill, logger, till } = options;
  const database = createDatabase({
    url,
    name: 'billing lookups',
    logger,
    statementTimeoutMs: 2_000,
    connectionsMax: 4,
  });
  const receipts = new UsageReader(database, decodeReceiptDetails);
  return {
    routes: {
      findGeneration: (scope, ulid) => receipts.findGeneration(scope, ulid),
      getCredits: createGetCredits({
        store: createBookStore(database),
        till,
        getGoodwill: goodwill.openReader(database),
        logger,
      }),
    },
    part: { name: 'lookup database', stop: () => database.close() },
  };
}
