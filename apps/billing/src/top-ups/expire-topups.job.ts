import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { ExpireTopups } from './expire-topups';

const intervalMs = 10_000;

/** Ends top-ups that were not paid in time. */
export function createExpireTopupsJob(options: {
  readonly expireTopups: ExpireTopups;
  readonly logger: Logger;
}): Part {
  const { expireTopups, logger } = options;
  const run = async (): Promise<void> => {
    const topups = await expireTopups();
    if (topups > 0) logger.info('top-ups expired', { topups });
  };
  return createRepeatingPart({ name: 'expire top-ups', intervalMs, run, logger });
}
