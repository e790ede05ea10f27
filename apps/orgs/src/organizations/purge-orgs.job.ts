import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { PurgeOrgs } from './purge-orgs';

const intervalMs = 60 * 60 * 1_000;

export function createPurgeOrgsJob(options: {
  readonly purgeOrgs: PurgeOrgs;
  readonly logger: Logger;
}): Part {
  const { logger, purgeOrgs } = options;
  const run = async (): Promise<void> => {
    const purged = await purgeOrgs();
    if (purged > 0) logger.info('deleted organizations purged', { purged });
  };
  return createRepeatingPart({ name: 'purge deleted organizations', intervalMs, run, logger });
}
