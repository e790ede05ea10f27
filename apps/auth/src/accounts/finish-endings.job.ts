import { AppError } from '@tollgate/errors';
import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { FinishEnding } from './finish-ending';

const intervalMs = 5_000;
const endingsPerRunMax = 20;

/** Finishes the deletions of accounts that a process began and did not end. */
export function createFinishEndingsJob(options: {
  readonly database: AccountDatabase;
  readonly finishEnding: FinishEnding;
  readonly clock: Clock;
  readonly logger: Logger;
}): Part {
  const { clock, database, finishEnding, logger } = options;
  const run = async (): Promise<void> => {
    for (const ending of await database.endings.claimDue(clock.now(), endingsPerRunMax)) {
      const { userId } = ending;
      try {
        await finishEnding(ending);
        logger.info('account deletion tried again', { userId });
      } catch (error) {
        const { reason } = AppError.from(error);
        logger.warn('account deletion not finished', { userId, reason });
      }
    }
  };
  return createRepeatingPart({ name: 'finish account deletions', intervalMs, run, logger });
}
