import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { ExpireOutputs } from '../use-cases/expire-outputs';

const intervalMs = 10 * 60_000;

export function createExpireOutputsJob(options: {
  readonly expire: ExpireOutputs;
  readonly logger: Logger;
}): Part {
  const { expire, logger } = options;
  const run = async (): Promise<void> => {
    const deleted = await expire();
    if (deleted > 0) logger.info('videos deleted after their time', { deleted });
  };
  return createRepeatingPart({ name: 'expire outputs', intervalMs, run, logger });
}
