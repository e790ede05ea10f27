import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import type { Till } from '@tollgate/till';
import { decodeUsage } from './events/decode-usage';
import { createAccrueUpstreamCostJob } from './jobs/accrue-upstream-cost.job';
import { createDeleteGenerationsJob } from './jobs/delete-generations.job';
import { createVerifyLedgerJob } from './jobs/verify-ledger.job';
import { createBook } from './store/book-store';
import { createGenerationPurge } from './store/generation-purge';
import { createUpstreamCostStore } from './store/upstream-cost-store';
import { createAccrueUpstreamCost } from './use-cases/accrue-upstream-cost';
import { verifyAll } from './verify/verify-all';

/** Passes over many rows, on one connection of their own; shorter than a service may drain. */
const statementTimeoutMs = 25_000;
const connectionsMax = 1;

/** What looks at whole days and at the whole book. */
export function wireBookJobs(options: {
  readonly databaseUrl: string;
  readonly till: Till;
  readonly metrics: Metrics;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): readonly Part[] {
  const { databaseUrl: url, getNowMs, logger, metrics, till } = options;
  const name = 'billing book jobs';
  const database = createDatabase({ url, name, logger, statementTimeoutMs, connectionsMax });
  const book = createBook(database);
  const store = createUpstreamCostStore(database);
  const findPosted = (ulids: readonly string[]): Promise<ReadonlySet<string>> =>
    book.findPosted(ulids);
  const ports = { database, findPosted, decodeUsage, till, getNowMs };
  return [
    { name: 'book jobs database', stop: () => database.close() },
    createAccrueUpstreamCostJob({ accrue: createAccrueUpstreamCost({ store, getNowMs }), logger }),
    createDeleteGenerationsJob({ purge: createGenerationPurge(database), getNowMs, logger }),
    createVerifyLedgerJob({
      verify: (signal) =>
        verifyAll(ports, {
          signal,
          onFailure: (invariant, error) =>
            logger.warn('an invariant could not be checked', { invariant, error }),
        }),
      metrics,
      getNowMs,
      logger,
    }),
  ];
}
