import { createRepeatingPart, type RepeatingPart } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { SendInvitations } from './send-invitations';

/** Only for what another process left behind, or for a second try: a new one wakes the job. */
const intervalMs = 5_000;

export function createSendInvitationsJob(options: {
  readonly sendInvitations: SendInvitations;
  readonly logger: Logger;
}): RepeatingPart {
  const { logger, sendInvitations } = options;
  const run = async (): Promise<void> => {
    const sent = await sendInvitations();
    if (sent > 0) logger.info('invitations sent', { sent });
  };
  return createRepeatingPart({ name: 'send invitations', intervalMs, run, logger });
}
