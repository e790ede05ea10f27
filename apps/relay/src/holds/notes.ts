import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { CancelWatch, PlatformSpend } from '@tollgate/till';

/** For the global spend brake. A lost note matters less than the reaction time of the brake. */
export function createSpendNote(redis: Redis, logger: Logger): (nanos: Nanos) => void {
  const spend = new PlatformSpend(redis);
  return (nanos) => {
    spend.note(nanos).catch((error: unknown) => logger.warn('spend not noted', { error }));
  };
}

/** Counts unbilled cancels; a user with too many is blocked. */
export function createCancelNote(redis: Redis, logger: Logger): (userId: string) => void {
  const watch = new CancelWatch(redis);
  return (userId) => {
    watch.noteUnbilledCancel(userId).then(
      (isBlocked) => isBlocked && logger.info('blocked for unbilled cancels', { userId }),
      (error: unknown) => logger.warn('unbilled cancel not noted', { error }),
    );
  };
}
