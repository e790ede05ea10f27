import { topics } from '@tollgate/contracts';
import {
  PoisonEventError,
  type EventLog,
  type IncomingEvent,
  type Subscription,
} from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import type { Generation } from '../domain/usage';
import type { PostUsage } from '../use-cases/post-usage';
import { decodeUsage } from './decode-usage';

const group = 'billing';
const batchMax = 500;

/** Posts usage events to the book, a batch at a time. */
export function createUsageConsumer(options: {
  readonly eventLog: EventLog;
  readonly postUsage: PostUsage;
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Part {
  const { eventLog, logger, metrics, postUsage } = options;
  const posted = metrics.counter('tollgate_usage_posted_total', 'Calls posted to the book');
  let subscription: Subscription | undefined;
  return {
    name: 'usage consumer',
    start: async () => {
      subscription = await eventLog.subscribe({
        topic: topics.usage,
        group,
        batchMax,
        handle: async (events) => {
          const outcome = await postUsage(events.map(decodeEvent));
          posted.inc(outcome.posted);
          logger.debug('usage posted', { delivered: events.length, ...outcome });
        },
      });
    },
    stop: () => subscription?.stop(),
  };
}

function decodeEvent(event: IncomingEvent): Generation {
  try {
    return decodeUsage(event.payload);
  } catch (error) {
    throw new PoisonEventError(event.id, error);
  }
}
