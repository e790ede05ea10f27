import { type Database, tableColumns } from '@tollgate/postgres';
import type { BreakerTrip } from './live-entry';

/** Longer than a client may be away before it resumes. */
const keptHours = 48;

const columns = tableColumns<BreakerTrip>([
  ...(['id', 'occurredAtMs', 'walletId', 'scope', 'scopeId', 'spendWindow'] as const),
  ...(['limitUsd', 'spentUsd', 'resetsAtMs'] as const),
]);

export type StoreTrips = (trips: readonly BreakerTrip[]) => Promise<void>;

/** Trips are rare, so old ones are deleted whenever one is stored. */
export function createStoreTrips(database: Pick<Database, 'query'>): StoreTrips {
  return async (trips) => {
    for (const trip of trips) {
      await database.query(
        `INSERT INTO breaker_trips (${columns.names}) VALUES (${columns.parameters})
         ON CONFLICT (id) DO NOTHING`,
        columns.values(trip),
      );
    }
    if (trips.length === 0) return;
    await database.query(
      `DELETE FROM breaker_trips WHERE occurred_at < now() - make_interval(hours => ${keptHours})`,
    );
  };
}
