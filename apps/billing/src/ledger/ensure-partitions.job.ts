import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

const intervalMs = 6 * 3_600_000;

/** Keeps the partitions of the coming months ready. */
export function createEnsurePartitionsJob(options: {
  readonly ensureMonths: () => Promise<void>;
  readonly logger: Logger;
}): Part {
  return createRepeatingPart({
    name: 'ensure partitions',
    intervalMs,
    run: options.ensureMonths,
    logger: options.logger,
  });
}
