import { topics } from '@tollgate/contracts';
import { createConsumerPart, readEvent, type EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import { decodeTrip } from './decode-trip';
import type { BreakerTrip } from './live-entry';

const group = 'billing';
/** The first start reads the whole topic; trips from long ago are not news. */
const ageMsMax = 3_600_000;

/** Stores tripped breakers, which relays record in the audit log, for the live streams. */
export function createTripsConsumer(options: {
  readonly eventLog: EventLog;
  readonly storeTrips: (trips: readonly BreakerTrip[]) => Promise<void>;
  readonly getNowMs: () => number;
}): Part {
  const { eventLog, getNowMs, storeTrips } = options;
  return createConsumerPart({
    name: 'breaker trip consumer',
    eventLog,
    topic: topics.audit,
    group,
    handle: async (events) => {
      const sinceMs = getNowMs() - ageMsMax;
      const trips = events
        .map((event) => readEvent(event, decodeTrip))
        .filter((trip) => trip !== undefined);
      await storeTrips(trips.filter(({ occurredAtMs }) => occurredAtMs >= sinceMs));
    },
  });
}
