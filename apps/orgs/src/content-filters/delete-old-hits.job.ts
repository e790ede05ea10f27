import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Clock } from '../shared/ports';
import type { RuleHits } from './ports';

const intervalMs = 3_600_000;
/** Longer than the event log can deliver an event again. */
const countedMs = 30 * 86_400_000;
const rowsMax = 10_000;

/** Deletes the ids of counted hits once their events cannot be delivered again. */
export function createDeleteOldHitsJob(options: {
  readonly hits: RuleHits;
  readonly clock: Clock;
  readonly logger: Logger;
}): Part {
  const { clock, hits, logger } = options;
  const run = async (): Promise<void> => {
    await hits.forget(new Date(clock.now().getTime() - countedMs), rowsMax);
  };
  return createRepeatingPart({ name: 'delete old rule hits', intervalMs, run, logger });
}
