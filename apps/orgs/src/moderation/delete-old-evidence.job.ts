import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Clock } from '../shared/ports';
import { evidenceDays } from './moderation';
import type { EvidenceStore } from './ports';

const intervalMs = 3_600_000;
const dayMs = 86_400_000;
const rowsMax = 10_000;

/** Deletes evidence whose retention has ended. */
export function createDeleteOldEvidenceJob(options: {
  readonly evidence: EvidenceStore;
  readonly clock: Clock;
  readonly logger: Logger;
}): Part {
  const { clock, evidence, logger } = options;
  const run = async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - evidenceDays * dayMs);
    const deleted = await evidence.deleteBefore(before, rowsMax);
    if (deleted > 0) logger.info('old evidence deleted', { deleted });
  };
  return createRepeatingPart({ name: 'delete old evidence', intervalMs, run, logger });
}
