import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Clock } from '../shared/ports';
import type { InvitationStore } from './ports';

const intervalMs = 60 * 60 * 1_000;
const keptMs = 30 * 24 * 60 * 60 * 1_000;
const rowsPerRunMax = 10_000;

/** Deletes ended invitations: their addresses must not be kept; the audit log has the facts. */
export function createDeleteEndedInvitationsJob(options: {
  readonly invitations: InvitationStore;
  readonly clock: Clock;
  readonly logger: Logger;
}): Part {
  const { clock, invitations, logger } = options;
  const run = async (): Promise<void> => {
    const time = new Date(clock.now().getTime() - keptMs);
    const rows = await invitations.deleteEndedBefore(time, rowsPerRunMax);
    if (rows > 0) logger.info('ended invitations deleted', { rows });
  };
  return createRepeatingPart({ name: 'delete ended invitations', intervalMs, run, logger });
}
