import { EvidenceRecorded, topics } from '@tollgate/contracts';
import {
  PoisonEventError,
  type EventLog,
  type IncomingEvent,
  type Subscription,
} from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { Evidence } from '../domain/moderation';
import type { EvidenceStore } from '../use-cases/moderation-ports';

const group = 'orgs';

/** Keeps requests that moderation refused, as they were sealed. */
export function createEvidenceConsumer(options: {
  readonly eventLog: EventLog;
  readonly evidence: Pick<EvidenceStore, 'insert'>;
}): Part {
  const { eventLog, evidence } = options;
  let subscription: Subscription | undefined;
  return {
    name: 'evidence consumer',
    start: async () => {
      subscription = await eventLog.subscribe({
        topic: topics.evidence,
        group,
        handle: (events) => evidence.insert(events.map(readEvidence)),
      });
    },
    stop: () => subscription?.stop(),
  };
}

function readEvidence(event: IncomingEvent): Evidence {
  try {
    const { generationUlid, occurredAt, ...rest } = EvidenceRecorded.decode(event.payload);
    if (occurredAt === undefined || generationUlid === '') throw new Error('not whole');
    return { id: generationUlid, occurredAt, ...rest };
  } catch (error) {
    throw new PoisonEventError(event.id, error);
  }
}
