import { topics } from '@tollgate/contracts';
import { createConsumerPart, readEvent, type EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import { noTracer, type Tracer } from '@tollgate/tracing';
import { decodeUsage } from './decode-usage';
import type { PostUsage } from './post-usage';
import { startPostingSpans } from './posting-spans';

const group = 'billing';
const batchMax = 500;
/** Request ids in a line of the log. */
const shownMax = 20;

/** Posts usage events to the book, a batch at a time. */
export function createUsageConsumer(options: {
  readonly eventLog: EventLog;
  readonly postUsage: PostUsage;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}): Part {
  const { eventLog, logger, metrics, postUsage, tracer = noTracer } = options;
  const posted = metrics.counter('tollgate_usage_posted_total', 'Calls posted to the book');
  return createConsumerPart({
    name: 'usage consumer',
    eventLog,
    topic: topics.usage,
    group,
    batchMax,
    handle: async (events) => {
      const generations = events.map((event) => readEvent(event, decodeUsage));
      const spans = startPostingSpans(tracer, generations);
      try {
        const outcome = await postUsage(generations);
        posted.inc(outcome.posted);
        const requestIds = generations.slice(0, shownMax).map(({ requestId }) => requestId);
        logger.debug('usage posted', { delivered: events.length, ...outcome, requestIds });
        spans.end();
      } catch (error) {
        spans.end('not_posted');
        throw error;
      }
    },
  });
}
