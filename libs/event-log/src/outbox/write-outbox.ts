import type { Queryable } from '@tollgate/postgres';
import { assertPublishable, type OutgoingEvent } from '../event-log';
import { announceOutboxWrite } from './outbox-writes';

/**
 * Records an event in the transaction of the change that it describes: both commit or neither.
 * Events of one key keep their order when writers lock the changed rows first, as updates do.
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
  announceOutboxWrite();
}
