import type { EventLog } from '@tollgate/event-log';
import {
  createCountingPart,
  createCrashPoints,
  createRepeatingPart,
  type Part,
} from '@tollgate/lifecycle';
import { createDatabase, type Database } from '@tollgate/postgres';
import type { Tracer } from '@tollgate/tracing';
import type { BillingConfig } from '../config';
import { createDeleteGenerationsJob } from '../generations/delete-generations.job';
import { createGenerationPurge } from '../generations/generation-purge-store';
import type { ModulePorts } from '../shared/module-ports';
import { verifyAll } from '../verify/verify-all';
import { WalletReader } from '../wallets/wallet-reader';
import { accrueUpstreamCostUseCase } from './accrue-upstream-cost';
import { createBook } from './book-store';
import { decodeUsage } from './decode-usage';
import { createFillOrgSeriesJob } from './fill-org-series.job';
import { createAddLargeOrgs } from './large-org-store';
import { createFillNextDay } from './org-series-fill-store';
import { postUsageUseCase, type AfterPosting } from './post-usage';
import { createUpstreamCostStore } from './upstream-cost-store';
import { createUsageConsumer } from './usage.consumer';
import { createVerifyLedgerJob } from './verify-ledger.job';

/** Passes over many rows, on one connection of their own; shorter than a service may drain. */
const statementTimeoutMs = 25_000;
const connectionsMax = 1;
const hourMs = 3_600_000;

export interface LedgerModuleOptions extends ModulePorts {
  readonly config: Pick<BillingConfig, 'crashPointDirectory' | 'databaseUrl'>;
  readonly eventLog: EventLog;
  readonly tracer?: Tracer | undefined;
  readonly afterPosting: AfterPosting;
  readonly deleteOldGoodwill: () => Promise<void>;
}

/** Posts recorded usage; jobs pass over whole days and the whole book. */
export function createLedgerModule(options: LedgerModuleOptions): {
  readonly parts: readonly Part[];
} {
  const { book, config, eventLog, getNowMs, logger, metrics } = options;
  const { databaseUrl: url } = config;
  const reachCrashPoint = createCrashPoints(config.crashPointDirectory);
  const postUsage = postUsageUseCase({ ...options, store: book, reachCrashPoint });
  const name = 'billing book jobs';
  const jobs = createDatabase({ url, name, logger, statementTimeoutMs, connectionsMax });
  const store = createUpstreamCostStore(jobs);
  return {
    parts: [
      createUsageConsumer({ eventLog, postUsage, logger, metrics, tracer: options.tracer }),
      { name: 'book jobs database', stop: () => jobs.close() },
      createCountingPart({
        name: 'accrue upstream cost',
        // Once a day would do; a day that is complete is only looked at.
        intervalMs: hourMs,
        run: accrueUpstreamCostUseCase({ store, getNowMs }),
        message: 'upstream cost booked',
        unit: 'entries',
        logger,
      }),
      createDeleteGenerationsJob({ purge: createGenerationPurge(jobs), getNowMs, logger }),
      createCountingPart({
        name: 'add large organizations',
        // Instances of the version before, which write no sums, are gone after the first hour.
        firstDelayMs: hourMs,
        intervalMs: hourMs,
        run: createAddLargeOrgs(jobs),
        message: 'sums for series of large organizations begun',
        unit: 'organizations',
        logger,
      }),
      createFillOrgSeriesJob({ fillNextDay: createFillNextDay(jobs), getNowMs, logger }),
      createVerifyJob(options, jobs),
      createRepeatingPart({
        name: 'ensure partitions',
        intervalMs: 6 * hourMs,
        run: () => tidy(options),
        logger,
      }),
    ],
  };
}

/** Creates partitions of the coming months and deletes goodwill uses that no longer count. */
async function tidy({ database, deleteOldGoodwill }: LedgerModuleOptions): Promise<void> {
  await new WalletReader(database).ensureMonths();
  await deleteOldGoodwill();
}

function createVerifyJob(options: LedgerModuleOptions, database: Database): Part {
  const { getNowMs, logger, metrics, till } = options;
  const book = createBook(database);
  const findPosted = (ulids: readonly string[]): Promise<ReadonlySet<string>> =>
    book.findPosted(ulids);
  const ports = { database, findPosted, decodeUsage, till, getNowMs };
  return createVerifyLedgerJob({
    verify: (signal) =>
      verifyAll(ports, {
        signal,
        onFailure: (invariant, error) =>
          logger.warn('an invariant could not be checked', { invariant, error }),
      }),
    metrics,
    getNowMs,
    logger,
  });
}
