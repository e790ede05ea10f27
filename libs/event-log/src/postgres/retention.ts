import type { Logger } from '@tollgate/observability';
import type { Database } from '@tollgate/postgres';
import { deleteConsumed } from './delete-consumed';

const intervalMs = 10 * 60_000;
const keptMs = 3 * 24 * 60 * 60_000;

/** Deletes old events from time to time. Several readers doing so at once is harmless. */
export function startRetention(database: Database, logger: Logger): () => void {
  const timer = setInterval(() => {
    deleteConsumed(database, keptMs).then(
      (events) => logger.debug('consumed events deleted', { events }),
      (error: unknown) => logger.warn('consumed events not deleted', { error }),
    );
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
