import { AuditRecorded, topics } from '@tollgate/contracts';
import { createConsumerPart, readEvent, type EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { RuleHit, RuleHits } from './ports';

const group = 'orgs';
const hitAction = 'content_filter.hit';

/** Counts hits of content rules, from the audit events that relays publish. */
export function createRuleHitConsumer(options: {
  readonly eventLog: EventLog;
  readonly hits: Pick<RuleHits, 'count'>;
}): Part {
  const { eventLog, hits } = options;
  return createConsumerPart({
    name: 'rule hit consumer',
    eventLog,
    topic: topics.audit,
    group,
    handle: async (events) => {
      const found = events.flatMap((event) => readEvent(event, decodeHit));
      if (found.length > 0) await hits.count(found);
    },
  });
}

function decodeHit(payload: Uint8Array): RuleHit[] {
  const { action, id, occurredAt, target } = AuditRecorded.decode(payload);
  if (action !== hitAction || target === undefined || occurredAt === undefined) return [];
  return [{ eventId: id, ruleId: target.id, occurredAt }];
}
