import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { AccountDatabase, Clock } from '../shared/ports';

const intervalMs = 60 * 60 * 1_000;
const dayMs = 24 * 60 * 60 * 1_000;
const sessionsKeptMs = 30 * dayMs;
const rowsPerRunMax = 10_000;

/** Codes of yesterday, and sessions of institutions that ended a month ago, are of no use. */
export function createDeleteOldCodesJob(options: {
  readonly database: Pick<AccountDatabase, 'codes' | 'institutionSessions'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): Part {
  const { clock, database, logger } = options;
  const run = async (): Promise<void> => {
    const nowMs = clock.now().getTime();
    const { codes, institutionSessions } = database;
    const rows = [
      await codes.deleteRequestedBefore(new Date(nowMs - dayMs), rowsPerRunMax),
      await institutionSessions.deleteEndedBefore(new Date(nowMs - sessionsKeptMs), rowsPerRunMax),
    ];
    const [codesDeleted = 0, sessionsDeleted = 0] = rows;
    if (codesDeleted + sessionsDeleted === 0) return;
    logger.info('old codes and sessions deleted', { codesDeleted, sessionsDeleted });
  };
  return createRepeatingPart({ name: 'delete old codes', intervalMs, run, logger });
}
