import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { IdempotencyStore } from './idempotency-store';

const intervalMs = 10 * 60_000;
const rowsMax = 1_000;
const roundsMax = 100;

/** Forgets keys that are too old to be honoured, now and then. */
export function createPurgeKeysPart(options: {
  readonly store: IdempotencyStore;
  readonly logger: Logger;
}): Part {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function purge(): Promise<void> {
    for (let round = 0; round < roundsMax; round++) {
      if ((await options.store.deleteOld(rowsMax)) < rowsMax) return;
    }
  }

  return {
    name: 'idempotency keys',
    start: () => {
      timer = setInterval(() => {
        running = purge().catch((error: unknown) => {
          options.logger.warn('old idempotency keys not deleted', { error });
        });
      }, intervalMs);
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
