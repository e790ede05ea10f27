import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

const intervalMs = 10 * 60_000;

/** Removes images whose addresses are over. What one run leaves, the next one takes. */
export function createPurgeImagesJob(options: {
  /** How many were removed. */
  readonly purge: () => Promise<number>;
  readonly logger: Logger;
}): Part {
  const { logger, purge } = options;
  const run = async (): Promise<void> => {
    const images = await purge();
    if (images > 0) logger.info('images removed', { images });
  };
  return createRepeatingPart({ name: 'purge images', intervalMs, run, logger });
}
