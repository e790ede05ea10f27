import { topics } from '@tollgate/contracts';
import { createConsumerPart, type EventLog, type IncomingEvent } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';

const group = 'audit';

/** Reads the audit topic for as long as the service runs. */
export function createAuditConsumer(options: {
  readonly eventLog: EventLog;
  readonly handle: (events: readonly IncomingEvent[]) => Promise<void>;
}): Part {
  return createConsumerPart({ name: 'audit consumer', topic: topics.audit, group, ...options });
}
