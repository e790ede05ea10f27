import { topics } from '@tollgate/contracts';
import { createConsumerPart, type EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { Tracer } from '@tollgate/tracing';
import type { EntryStore, RefusalStore } from '../use-cases/ports';
import { decodeAuditRecorded } from './decode-audit-recorded';
import { decodeRefusalRecorded } from './decode-refusal-recorded';
import { createKeepEvents } from './keep-events';

const group = 'audit';

/** Read the audit and refusal topics for as long as the service runs. */
export function createEventConsumers(options: {
  readonly eventLog: EventLog;
  readonly entries: Pick<EntryStore, 'insert'>;
  readonly refusals: Pick<RefusalStore, 'insert'>;
  readonly tracer: Tracer;
}): readonly Part[] {
  const { entries, eventLog, refusals, tracer } = options;
  return [
    createConsumerPart({
      name: 'audit consumer',
      eventLog,
      topic: topics.audit,
      group,
      handle: createKeepEvents({
        tracer,
        decode: decodeAuditRecorded,
        insert: (kept) => entries.insert(kept),
      }),
    }),
    createConsumerPart({
      name: 'refusal consumer',
      eventLog,
      topic: topics.refusal,
      group,
      handle: createKeepEvents({
        tracer,
        decode: decodeRefusalRecorded,
        insert: (kept) => refusals.insert(kept),
      }),
    }),
  ];
}
