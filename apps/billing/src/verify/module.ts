import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import { createDatabase } from '@tollgate/postgres';
import type { BillingConfig } from '../config';
import { createBook } from '../ledger/book-store';
import { decodeUsage } from '../ledger/decode-usage';
import type { ModulePorts } from '../shared/module-ports';
import { listChecks } from './list-checks';
import { runVerificationUseCase } from './run-verification';
import type { verificationOperations } from './verification.operations';
import { createVerificationHandlers } from './verification.route';

/** The edge waits longer than this and the time in which checks begin. */
const statementTimeoutMs = 20_000;

/** Verification on demand, on one connection of its own: jobs and callers do not wait for it. */
export function createVerifyModule(
  ports: ModulePorts & { readonly config: Pick<BillingConfig, 'databaseUrl'> },
): {
  readonly handlers: Handlers<typeof verificationOperations>;
  readonly parts: readonly Part[];
} {
  const { config, getNowMs, logger, till } = ports;
  const database = createDatabase({
    url: config.databaseUrl,
    name: 'billing verification',
    logger,
    statementTimeoutMs,
    connectionsMax: 1,
  });
  const book = createBook(database);
  const checks = listChecks({
    database,
    findPosted: (ulids) => book.findPosted(ulids),
    decodeUsage,
    till,
    getNowMs,
  });
  const runVerification = runVerificationUseCase({
    checks,
    getNowMs,
    onFailure: (invariants, error) =>
      logger.warn('an invariant could not be checked', { invariants: invariants.join(' '), error }),
  });
  return {
    handlers: createVerificationHandlers(runVerification),
    parts: [{ name: 'verification database', stop: () => database.close() }],
  };
}
