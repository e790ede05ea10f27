import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { ExpireGrants } from './expire-grants';

const intervalMs = 10_000;

export function createExpireGrantsJob(options: {
  readonly expireGrants: ExpireGrants;
  readonly logger: Logger;
}): Part {
  const { expireGrants, logger } = options;
  const run = async (): Promise<void> => {
    const grants = await expireGrants();
    if (grants > 0) logger.info('grants expired', { grants });
  };
  return createRepeatingPart({ name: 'expire grants', intervalMs, run, logger });
}
