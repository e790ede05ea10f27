import { PoisonEventError, readEvent, type IncomingEvent } from '@tollgate/event-log';
import { isTransientDatabaseError } from '@tollgate/postgres';
import { attributeNames, noTracer, type Span, type Tracer } from '@tollgate/tracing';
import type { Traceable } from './event-fields';

interface DecodedEvent<Kept> {
  readonly eventId: string;
  readonly kept: Kept;
}

type Insert<Kept> = (kept: readonly Kept[]) => Promise<unknown>;

/** Stores the events of a batch; those that cannot be decoded or stored are parked. */
export function createKeepEvents<Kept extends Traceable>(options: {
  readonly decode: (payload: Uint8Array) => Kept;
  /** Skips what it has already: events are delivered at least once. */
  readonly insert: Insert<Kept>;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer;
}): (events: readonly IncomingEvent[]) => Promise<void> {
  const { decode, insert, tracer = noTracer } = options;
  const insertAll = async (decoded: readonly DecodedEvent<Kept>[]): Promise<void> => {
    try {
      await insert(decoded.map(({ kept }) => kept));
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      await insertOneByOne(insert, decoded);
    }
  };
  return async (events) => {
    const decoded = events.map((event) => ({ eventId: event.id, kept: readEvent(event, decode) }));
    const spans = startSpans(tracer, events, decoded);
    try {
      await insertAll(decoded);
      spans.forEach((span) => span.end());
    } catch (error) {
      spans.forEach((span) => span.end('not_stored'));
      throw error;
    }
  };
}

/** One for every event of a traced request. */
function startSpans(
  tracer: Tracer,
  [first]: readonly IncomingEvent[],
  decoded: readonly DecodedEvent<Traceable>[],
): readonly Span[] {
  return decoded.flatMap(({ kept: { requestId, traceParent } }) => {
    if (traceParent === undefined) return [];
    const span = tracer.continueTrace('store event', 'consumer', traceParent);
    span.set({
      [attributeNames.destination]: first?.topic,
      [attributeNames.messagingOperation]: 'process',
      [attributeNames.batchSize]: decoded.length,
      [attributeNames.requestId]: requestId,
    });
    return [span];
  });
}

/** Finds the event that the database refuses, so that it alone is parked. */
async function insertOneByOne<Kept>(
  insert: Insert<Kept>,
  decoded: readonly DecodedEvent<Kept>[],
): Promise<void> {
  for (const { eventId, kept } of decoded) {
    try {
      await insert([kept]);
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      throw new PoisonEventError(eventId, error);
    }
  }
}
