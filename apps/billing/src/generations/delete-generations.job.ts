import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { GenerationPurge } from './ports';
import { generationDays } from './receipt';

const intervalMs = 10 * 60_000;
const dayMs = 86_400_000;
const rowsPerBatch = 5_000;
/** Enough for 7 million records a day. */
const batchesMax = 10;

/** Deletes generation records after 400 days, in batches that no call waits for. */
export function createDeleteGenerationsJob(options: {
  readonly purge: GenerationPurge;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): Part {
  const { getNowMs, logger, purge } = options;
  const run = async (): Promise<void> => {
    const before = new Date(getNowMs() - generationDays * dayMs);
    let deleted = 0;
    for (let batch = 0; batch < batchesMax; batch++) {
      const rows = await purge.deleteBefore(before, rowsPerBatch);
      deleted += rows;
      if (rows < rowsPerBatch) break;
    }
    const dropped = await purge.dropEmptyMonths(before);
    if (deleted + dropped > 0) logger.info('old generation records deleted', { deleted, dropped });
  };
  return createRepeatingPart({ name: 'delete old generations', intervalMs, run, logger });
}
