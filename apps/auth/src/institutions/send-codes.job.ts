import { createRepeatingPart, type RepeatingPart } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { SendCodes } from './send-codes';

/** Only for what another process left behind, or for a second try: a request wakes the job. */
const intervalMs = 5_000;
/** The answer leaves first: what the job does, and for whom, must not be seen in its time. */
const wakeDelayMs = 100;

export function createSendCodesJob(options: {
  readonly sendCodes: SendCodes;
  readonly logger: Logger;
}): RepeatingPart {
  const { logger, sendCodes } = options;
  const run = async (): Promise<void> => {
    const sent = await sendCodes();
    if (sent > 0) logger.info('codes sent', { sent });
  };
  return createRepeatingPart({ name: 'send codes', intervalMs, wakeDelayMs, run, logger });
}
