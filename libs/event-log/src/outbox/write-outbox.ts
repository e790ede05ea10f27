import type { Queryable } from '@tollgate/postgres';
import { assertPublishable, type OutgoingEvent } from '../event-log';

/**
 * Records an event in the transaction of the change it tells about: both happen or neither. Events
 * of one key keep their order when their writers lock what they change first, as any update does.
 */
export async function writeOutbox(
  transaction: Queryable,
  topic: string,
  event: OutgoingEvent,
): Promise<void> {
  assertPublishable(event);
  await transaction.queryNamed(
    'outbox_write',
    'INSERT INTO outbox (topic, event_id, event_key, payload) VALUES ($1, $2, $3, $4)',
    [topic, event.id, event.key, event.payload],
  );
}
