import { getOldestKept } from '../domain/retention';
import type { Clock } from './ports';

export type DeleteOldRows = () => Promise<number>;

const rowsPerRoundMax = 1_000;
const roundsMax = 100;

/** Deletes rows beyond their retention; a rest beyond the batch bound waits for the next run. */
export function createDeleteOldRows(ports: {
  readonly store: { deleteBefore(time: Date, rowsMax: number): Promise<number> };
  readonly keptDays: number;
  readonly clock: Clock;
}): DeleteOldRows {
  const { clock, keptDays, store } = ports;
  return async () => {
    const oldestKept = getOldestKept(clock.now(), keptDays);
    let deleted = 0;
    for (let round = 0; round < roundsMax; round++) {
      const rows = await store.deleteBefore(oldestKept, rowsPerRoundMax);
      deleted += rows;
      if (rows < rowsPerRoundMax) break;
    }
    return deleted;
  };
}
