import { topics } from '@tollgate/contracts';
import type { EventLog } from '@tollgate/event-log';
import { createRepeatingPart, type RepeatingPart } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { encodeRefusal } from './encode-refusal';
import type { RefusalQueue } from './refusal-queue';

const batchMax = 500;
/** Refusals are gathered for this long, so that a flood is sent in few batches. */
const lingerMs = 500;
/** Also the pause after a failure while no refusal is added. */
const intervalMs = 10_000;

/** Sends queued refusals to the event log soon after it was woken, and when it stops. */
export function createRefusalSender(options: {
  readonly queue: RefusalQueue;
  readonly eventLog: Pick<EventLog, 'publish'>;
  readonly logger: Logger;
}): RepeatingPart {
  const { eventLog, logger, queue } = options;

  async function flush(): Promise<void> {
    queue.endMinute();
    while (queue.size > 0) {
      const batch = queue.take(batchMax);
      try {
        await eventLog.publish(topics.refusal, batch.map(encodeRefusal));
      } catch (error) {
        queue.putBack(batch);
        throw error;
      }
    }
  }

  const sender = createRepeatingPart({
    name: 'refusal log',
    intervalMs,
    wakeDelayMs: lingerMs,
    run: flush,
    logger,
  });
  return {
    ...sender,
    stop: async () => {
      await sender.stop?.();
      queue.endMinute(true);
      await flush().catch((error: unknown) =>
        logger.warn('refusals not sent', { refusals: queue.size, error }),
      );
    },
  };
}
