import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { FillNextDay } from './ports';

const intervalMs = 15_000;
/** Shorter than a service may drain; the next run fills what is left. */
const runMsMax = 10_000;

/** Fills the series of large organizations with calls from before they were large. */
export function createFillOrgSeriesJob(options: {
  readonly fillNextDay: FillNextDay;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): Part {
  const { fillNextDay, getNowMs, logger } = options;
  const run = async (): Promise<void> => {
    const endMs = getNowMs() + runMsMax;
    let days = 0;
    while (getNowMs() < endMs && (await fillNextDay())) days += 1;
    if (days > 0) logger.info('series of organizations filled', { days });
  };
  return createRepeatingPart({ name: 'fill series of organizations', intervalMs, run, logger });
}
