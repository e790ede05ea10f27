import { RefusalRecorded } from '@tollgate/contracts';
import type { OutgoingEvent } from '@tollgate/event-log';
import type { Refusal } from './refusal';

/** The id of the event is that of the request, so that a second delivery is recognized. */
export function encodeRefusal(refusal: Refusal): OutgoingEvent {
  const { figures, occurredAtMs, resetsAtMs, ...rest } = refusal;
  const message = RefusalRecorded.fromPartial({
    ...rest,
    categories: [...refusal.categories],
    occurredAt: new Date(occurredAtMs),
    figuresJson: figures === undefined ? '' : JSON.stringify(figures),
    ...(resetsAtMs !== undefined && { resetsAt: new Date(resetsAtMs) }),
  });
  const payload = RefusalRecorded.encode(message).finish();
  return { id: refusal.requestId, key: refusal.callerId, payload };
}
