import { getOldestKept } from '../domain/retention';
import type { Clock, EntryStore } from './ports';

export type DeleteOldEntries = () => Promise<number>;

const rowsPerRoundMax = 1_000;
const roundsMax = 100;

/** Deletes entries beyond their retention; a rest beyond the batch bound waits for the next run. */
export function createDeleteOldEntries(ports: {
  readonly store: EntryStore;
  readonly clock: Clock;
}): DeleteOldEntries {
  const { store, clock } = ports;
  return async () => {
    const oldestKept = getOldestKept(clock.now());
    let deleted = 0;
    for (let round = 0; round < roundsMax; round++) {
      const rows = await store.deleteBefore(oldestKept, rowsPerRoundMax);
      deleted += rows;
      if (rows < rowsPerRoundMax) break;
    }
    return deleted;
  };
}
