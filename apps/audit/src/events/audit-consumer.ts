import { topics } from '@tollgate/contracts';
import type { EventLog, IncomingEvent, Subscription } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';

const group = 'audit';

/** Reads the audit topic for as long as the service runs. */
export function createAuditConsumer(options: {
  readonly eventLog: EventLog;
  readonly handle: (events: readonly IncomingEvent[]) => Promise<void>;
}): Part {
  const { eventLog, handle } = options;
  let subscription: Subscription | undefined;
  return {
    name: 'audit consumer',
    start: async () => {
      subscription = await eventLog.subscribe({ topic: topics.audit, group, handle });
    },
    stop: async () => {
      await subscription?.stop();
    },
  };
}
