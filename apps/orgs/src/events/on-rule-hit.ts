import { AuditRecorded, topics } from '@tollgate/contracts';
import {
  PoisonEventError,
  type EventLog,
  type IncomingEvent,
  type Subscription,
} from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { RuleHit, RuleHits } from '../use-cases/rule-ports';

const group = 'orgs';
const hitAction = 'content_filter.hit';

/** Counts what content rules found, from the entries that are on their way to the audit log. */
export function createRuleHitConsumer(options: {
  readonly eventLog: EventLog;
  readonly hits: Pick<RuleHits, 'count'>;
}): Part {
  const { eventLog, hits } = options;
  let subscription: Subscription | undefined;
  return {
    name: 'rule hit consumer',
    start: async () => {
      subscription = await eventLog.subscribe({
        topic: topics.audit,
        group,
        handle: async (events) => {
          const found = events.flatMap(readHit);
          if (found.length > 0) await hits.count(found);
        },
      });
    },
    stop: () => subscription?.stop(),
  };
}

function readHit(event: IncomingEvent): RuleHit[] {
  try {
    const { action, id, occurredAt, target } = AuditRecorded.decode(event.payload);
    if (action !== hitAction || target === undefined || occurredAt === undefined) return [];
    return [{ eventId: id, ruleId: target.id, occurredAt }];
  } catch (error) {
    throw new PoisonEventError(event.id, error);
  }
}
