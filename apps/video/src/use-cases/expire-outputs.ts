import type { ObjectStore } from '@tollgate/object-store';
import { getOutputKey } from '../domain/job-paths';
import type { Clock, OutputStore } from './ports';

/** Returns how many were deleted. */
export type ExpireOutputs = () => Promise<number>;

const outputsMax = 100;
const roundsMax = 100;

/** Deletes videos that were kept for their time; from then on their content is gone. */
export function createExpireOutputs(ports: {
  readonly outputs: OutputStore;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}): ExpireOutputs {
  const { clock, objects, outputs } = ports;
  return async () => {
    let deleted = 0;
    for (let round = 0; round < roundsMax; round++) {
      const outlived = await outputs.listOutlived(clock.now(), outputsMax);
      for (const { index, ulid } of outlived) {
        await objects.delete(getOutputKey(ulid, index));
        await outputs.markExpired(ulid, index);
      }
      deleted += outlived.length;
      if (outlived.length < outputsMax) break;
    }
    return deleted;
  };
}
