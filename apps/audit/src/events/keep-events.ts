import { PoisonEventError, readEvent, type IncomingEvent } from '@tollgate/event-log';
import { isTransientDatabaseError } from '@tollgate/postgres';

interface DecodedEvent<Kept> {
  readonly eventId: string;
  readonly kept: Kept;
}

type Insert<Kept> = (kept: readonly Kept[]) => Promise<unknown>;

/** Stores the events of a batch; those that cannot be decoded or stored are parked. */
export function createKeepEvents<Kept>(options: {
  readonly decode: (payload: Uint8Array) => Kept;
  /** Skips what it has already: events are delivered at least once. */
  readonly insert: Insert<Kept>;
}): (events: readonly IncomingEvent[]) => Promise<void> {
  const { decode, insert } = options;
  return async (events) => {
    const decoded = events.map((event) => ({ eventId: event.id, kept: readEvent(event, decode) }));
    try {
      await insert(decoded.map(({ kept }) => kept));
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      await insertOneByOne(insert, decoded);
    }
  };
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
