import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { IdempotencyStore } from './idempotency-store';

const intervalMs = 10 * 60_000;
const rowsMax = 1_000;
const roundsMax = 100;

/** Deletes keys that are too old to be honoured, now and then. */
export function createPurgeKeysPart(options: {
  readonly store: IdempotencyStore;
  readonly logger: Logger;
}): Part {
  const { logger, store } = options;
  const run = async (): Promise<void> => {
    for (let round = 0; round < roundsMax; round++) {
      if ((await store.deleteOld(rowsMax)) < rowsMax) return;
    }
  };
  const name = 'idempotency keys';
  return createRepeatingPart({ name, firstDelayMs: intervalMs, intervalMs, run, logger });
}
