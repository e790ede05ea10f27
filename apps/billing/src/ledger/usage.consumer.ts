import { topics } from '@tollgate/contracts';
import { createConsumerPart, readEvent, type EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import { decodeUsage } from './decode-usage';
import type { PostUsage } from './post-usage';

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
  return createConsumerPart({
    name: 'usage consumer',
    eventLog,
    topic: topics.usage,
    group,
    batchMax,
    handle: async (events) => {
      const outcome = await postUsage(events.map((event) => readEvent(event, decodeUsage)));
      posted.inc(outcome.posted);
      logger.debug('usage posted', { delivered: events.length, ...outcome });
    },
  });
}
