import type { Logger } from '@tollgate/observability';
import type { Timings } from '../domain/timings';
import type { AdvanceJob } from '../use-cases/advance-job';
import type { JobObserver, Clock, JobStore } from '../use-cases/ports';
import { createWorkPool, type WorkPool } from './work-pool';

/** Provider requests in parallel, per process. */
export const jobsParallelMax = 64;

/** Polls jobs, settles them and gives up those that were left behind: whatever is due. */
export function createAdvanceJobsJob(options: {
  readonly jobs: JobStore;
  readonly advance: AdvanceJob;
  readonly observer: JobObserver;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly logger: Logger;
}): WorkPool {
  const { advance, clock, jobs, logger, observer, timings } = options;
  return createWorkPool({
    name: 'advance jobs',
    parallelMax: jobsParallelMax,
    lookEveryMs: timings.lookEveryMs,
    claim: async (jobsMax) => {
      const now = clock.now();
      const until = new Date(now.getTime() + timings.leaseMs);
      const due = await jobs.claimDue(now, until, jobsMax);
      for (const { wasDueAt } of due) {
        observer.noteLag((now.getTime() - wasDueAt.getTime()) / 1_000);
      }
      return due.map(({ job }) => job);
    },
    run: advance,
    logger,
  });
}
