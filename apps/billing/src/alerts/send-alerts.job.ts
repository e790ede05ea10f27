import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { SendAlerts } from './send-alerts';

const intervalMs = 5_000;

/** Mails what the posting noted. */
export function createSendAlertsJob(options: {
  readonly sendAlerts: SendAlerts;
  readonly logger: Logger;
}): Part {
  const run = async (): Promise<void> => {
    const sent = await options.sendAlerts();
    if (sent > 0) options.logger.info('alerts mailed', { sent });
  };
  return createRepeatingPart({ name: 'send alerts', intervalMs, run, logger: options.logger });
}
