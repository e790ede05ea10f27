import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { ExpireGrants } from '../use-cases/expire-grants';
import type { ExpireTopups } from '../use-cases/expire-topups';

const intervalMs = 10_000;

/** Ends top-ups that nobody paid and grants whose time is over. */
export function createExpireMoneyJob(options: {
  readonly expireTopups: ExpireTopups;
  readonly expireGrants: ExpireGrants;
  readonly logger: Logger;
}): Part {
  const { logger } = options;
  const run = async (): Promise<void> => {
    const topups = await options.expireTopups();
    const grants = await options.expireGrants();
    if (topups + grants > 0) logger.info('top-ups and grants ended', { topups, grants });
  };
  return createRepeatingPart({ name: 'expire money', intervalMs, run, logger });
}
