import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { evidenceDays } from '../domain/moderation';
import type { EvidenceStore } from '../use-cases/moderation-ports';
import type { Clock } from '../use-cases/ports';
import type { RuleHits } from '../use-cases/rule-ports';

const intervalMs = 3_600_000;
const dayMs = 86_400_000;
/** Longer than an event can wait to come again. */
const countedDays = 30;
const rowsMax = 10_000;

/** Forgets evidence that was kept long enough, and which hits were counted. */
export function createForgetOldJob(options: {
  readonly evidence: EvidenceStore;
  readonly hits: RuleHits;
  readonly clock: Clock;
  readonly logger: Logger;
}): Part {
  const { clock, evidence, hits, logger } = options;
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
  const run = async (): Promise<void> => {
    const forgotten = await evidence.deleteBefore(daysAgo(evidenceDays), rowsMax);
    await hits.forget(daysAgo(countedDays), rowsMax);
    if (forgotten > 0) logger.info('evidence forgotten', { forgotten });
  };
  return createRepeatingPart({ name: 'forget old', intervalMs, run, logger });
}
