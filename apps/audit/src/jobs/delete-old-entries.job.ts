import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { DeleteOldEntries } from '../use-cases/delete-old-entries';

const intervalMs = 60 * 60 * 1_000;

export function createDeleteOldEntriesJob(options: {
  readonly deleteOldEntries: DeleteOldEntries;
  readonly logger: Logger;
}): Part {
  const { deleteOldEntries, logger } = options;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    const rows = await deleteOldEntries();
    if (rows > 0) logger.info('old audit entries deleted', { rows });
  }

  return {
    name: 'delete old entries',
    start: () => {
      timer = setInterval(() => {
        run().catch((error: unknown) => logger.warn('old audit entries not deleted', { error }));
      }, intervalMs);
    },
    stop: () => clearInterval(timer),
  };
}
