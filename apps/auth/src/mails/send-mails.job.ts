import { createRepeatingPart, type RepeatingPart } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { SendMails } from './send-mails';

/** Only for what another process left behind, or for a second try: a new mail wakes the job. */
const intervalMs = 5_000;
/** The answer leaves first: what the job does, and for whom, must not be seen in its time. */
const wakeDelayMs = 100;

export function createSendMailsJob(options: {
  readonly sendMails: SendMails;
  readonly logger: Logger;
}): RepeatingPart {
  const run = async (): Promise<void> => {
    const sent = await options.sendMails();
    if (sent > 0) options.logger.info('mails sent', { sent });
  };
  const { logger } = options;
  return createRepeatingPart({ name: 'send mails', intervalMs, wakeDelayMs, run, logger });
}
