import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

const intervalMs = 10 * 60_000;

/** Deletes images whose addresses have expired, a limited number per run. */
export function createPurgeImagesJob(options: {
  /** Returns how many were deleted. */
  readonly purge: () => Promise<number>;
  readonly logger: Logger;
}): Part {
  const { logger, purge } = options;
  const run = async (): Promise<void> => {
    const images = await purge();
    if (images > 0) logger.info('images deleted', { images });
  };
  return createRepeatingPart({ name: 'purge images', intervalMs, run, logger });
}
