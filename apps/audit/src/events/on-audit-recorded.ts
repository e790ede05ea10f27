import { PoisonEventError, type IncomingEvent } from '@tollgate/event-log';
import { isTransientDatabaseError } from '@tollgate/postgres';
import type { AuditEntry } from '../domain/audit-entry';
import type { EntryStore } from '../use-cases/ports';
import { decodeAuditRecorded } from './decode-audit-recorded';

interface DecodedEvent {
  readonly eventId: string;
  readonly entry: AuditEntry;
}

/** Keeps the entries of a batch. A second delivery changes nothing; unreadable ones are parked. */
export function createOnAuditRecorded({
  store,
}: {
  readonly store: EntryStore;
}): (events: readonly IncomingEvent[]) => Promise<void> {
  return async (events) => {
    const decoded = events.map(decode);
    try {
      await store.insert(decoded.map(({ entry }) => entry));
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      await insertOneByOne(store, decoded);
    }
  };
}

function decode({ id, payload }: IncomingEvent): DecodedEvent {
  try {
    return { eventId: id, entry: decodeAuditRecorded(payload) };
  } catch (error) {
    throw new PoisonEventError(id, error);
  }
}

/** Finds the entry the database refuses, so that it alone is parked. */
async function insertOneByOne(store: EntryStore, decoded: readonly DecodedEvent[]): Promise<void> {
  for (const { eventId, entry } of decoded) {
    try {
      await store.insert([entry]);
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      throw new PoisonEventError(eventId, error);
    }
  }
}
