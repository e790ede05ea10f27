import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Clock } from '../shared/ports';
import type { SessionStore } from './ports';

const intervalMs = 60 * 60 * 1_000;
const keptMs = 30 * 24 * 60 * 60 * 1_000;
const rowsPerRunMax = 10_000;

/** Deletes sessions that ended a month ago. */
export function createDeleteEndedSessionsJob(options: {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly logger: Logger;
}): Part {
  const { sessions, clock, logger } = options;
  const run = async (): Promise<void> => {
    const time = new Date(clock.now().getTime() - keptMs);
    const rows = await sessions.deleteEndedBefore(time, rowsPerRunMax);
    if (rows > 0) logger.info('ended sessions deleted', { rows });
  };
  return createRepeatingPart({ name: 'delete ended sessions', intervalMs, run, logger });
}
