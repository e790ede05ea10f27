import { createCountingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { DeleteOldRows } from '../use-cases/delete-old-rows';

const intervalMs = 60 * 60 * 1_000;

/** Deletes old rows once an hour. */
export function createDeleteOldRowsJob(options: {
  /** Names the rows, for example `audit entries`. */
  readonly rows: string;
  readonly deleteOldRows: DeleteOldRows;
  readonly logger: Logger;
}): Part {
  const { deleteOldRows, logger, rows } = options;
  return createCountingPart({
    name: `delete old ${rows}`,
    intervalMs,
    run: deleteOldRows,
    message: `old ${rows} deleted`,
    unit: 'rows',
    logger,
  });
}
