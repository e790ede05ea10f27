import { AuditRecorded, topics } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createConsumerPart, readEvent, type EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import { systemAuthor } from './audit-entry';
import type { RemoveAutoTopup } from './set-auto-topup';

/** Not `billing`: every group gets all events, and that one reads tripped breakers. */
const group = 'billing-closed-accounts';
const closings: ReadonlySet<string> = new Set(['user.delete', 'org.purge']);

/** Deletes the cards of deleted accounts and organizations, which the audit log reports. */
export function createClosedAccountsConsumer(options: {
  readonly eventLog: EventLog;
  readonly removeAutoTopup: RemoveAutoTopup;
}): Part {
  return createConsumerPart({
    name: 'closed account consumer',
    eventLog: options.eventLog,
    topic: topics.audit,
    group,
    handle: async (events) => {
      for (const event of events) {
        const walletId = readEvent(event, findClosed);
        if (walletId !== undefined) await remove(options.removeAutoTopup, walletId);
      }
    },
  });
}

/** The wallet of a closed account; undefined for the many other events of the audit log. */
function findClosed(payload: Uint8Array): string | undefined {
  const { action, target } = AuditRecorded.decode(payload);
  return closings.has(action) ? target?.id : undefined;
}

async function remove(removeAutoTopup: RemoveAutoTopup, walletId: string): Promise<void> {
  try {
    await removeAutoTopup({ walletId, author: systemAuthor });
  } catch (error) {
    // Most accounts have neither a rule nor a card.
    if (!AppError.is(error, 'not_found')) throw error;
  }
}
