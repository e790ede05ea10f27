import type { Logger } from '@tollgate/observability';
import type { Timings } from '../domain/timings';
import { copyMsMax, type CopyOutput } from '../use-cases/copy-output';
import type { Clock, OutputStore } from '../use-cases/ports';
import { createWorkPool, type WorkPool } from './work-pool';

const copiesParallelMax = 4;
const leaseMs = 1.5 * copyMsMax;

export function createCopyOutputsJob(options: {
  readonly outputs: OutputStore;
  readonly copy: CopyOutput;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly logger: Logger;
}): WorkPool {
  const { clock, copy, logger, outputs, timings } = options;
  return createWorkPool({
    name: 'copy outputs',
    parallelMax: copiesParallelMax,
    lookEveryMs: timings.lookEveryMs,
    claim: (outputsMax) => {
      const now = clock.now();
      return outputs.claimWaiting(now, new Date(now.getTime() + leaseMs), outputsMax);
    },
    run: copy,
    logger,
  });
}
