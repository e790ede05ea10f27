import { EvidenceRecorded, topics } from '@tollgate/contracts';
import { createConsumerPart, readEvent, type EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { Evidence } from './moderation';
import type { EvidenceStore } from './ports';

const group = 'orgs';

/** Keeps requests that moderation refused, as they were sealed. */
export function createEvidenceConsumer(options: {
  readonly eventLog: EventLog;
  readonly evidence: Pick<EvidenceStore, 'insert'>;
}): Part {
  const { eventLog, evidence } = options;
  return createConsumerPart({
    name: 'evidence consumer',
    eventLog,
    topic: topics.evidence,
    group,
    handle: (events) => evidence.insert(events.map((event) => readEvent(event, decodeEvidence))),
  });
}

function decodeEvidence(payload: Uint8Array): Evidence {
  const { generationUlid, occurredAt, ...rest } = EvidenceRecorded.decode(payload);
  if (occurredAt === undefined || generationUlid === '') throw new Error('not whole');
  return { id: generationUlid, occurredAt, ...rest };
}
