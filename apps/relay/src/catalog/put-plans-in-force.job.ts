import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

const intervalMs = 5_000;

/**
 * Writes planned prices whose time has come into the models and routes, for the lists of operators.
 * Calls do not depend on it: every relay switches in memory, at the time itself.
 */
export function createPutPlansInForceJob(options: {
  readonly hasDue: () => Promise<boolean>;
  readonly putInForce: () => Promise<number>;
  readonly logger: Logger;
}): Part {
  const { hasDue, logger, putInForce } = options;
  const run = async (): Promise<void> => {
    if (!(await hasDue())) return;
    const plans = await putInForce();
    if (plans > 0) logger.info('planned prices in force', { plans });
  };
  return createRepeatingPart({ name: 'planned prices', intervalMs, run, logger });
}
