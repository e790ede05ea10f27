import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

/** Once a day would do; a day that is complete is only looked at. */
const intervalMs = 3_600_000;

/** Books what providers will ask for finished days. */
export function createAccrueUpstreamCostJob(options: {
  readonly accrue: () => Promise<number>;
  readonly logger: Logger;
}): Part {
  const { accrue, logger } = options;
  const run = async (): Promise<void> => {
    const entries = await accrue();
    if (entries > 0) logger.info('upstream cost booked', { entries });
  };
  return createRepeatingPart({ name: 'accrue upstream cost', intervalMs, run, logger });
}
