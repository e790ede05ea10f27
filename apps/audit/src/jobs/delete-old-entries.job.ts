import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { DeleteOldEntries } from '../use-cases/delete-old-entries';

const intervalMs = 60 * 60 * 1_000;

export function createDeleteOldEntriesJob(options: {
  readonly deleteOldEntries: DeleteOldEntries;
  readonly logger: Logger;
}): Part {
  const { deleteOldEntries, logger } = options;
  const run = async (): Promise<void> => {
    const rows = await deleteOldEntries();
    if (rows > 0) logger.info('old audit entries deleted', { rows });
  };
  return createRepeatingPart({ name: 'delete old entries', intervalMs, run, logger });
}
