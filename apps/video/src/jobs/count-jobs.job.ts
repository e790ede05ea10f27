import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import { isOver, jobStates } from '../domain/job-state';
import type { JobStore } from '../use-cases/ports';

const intervalMs = 15_000;

/** Shows how many jobs are where. */
export function createCountJobsJob(options: {
  readonly jobs: JobStore;
  readonly metrics: Metrics;
  readonly logger: Logger;
}): Part {
  const { jobs, logger, metrics } = options;
  const gauge = metrics.gauge('tollgate_video_jobs', 'Jobs that are not over, by state', ['state']);
  const run = async (): Promise<void> => {
    const counts = await jobs.countByState();
    for (const state of jobStates) {
      if (!isOver(state)) gauge.set({ state }, counts.get(state) ?? 0);
    }
  };
  return createRepeatingPart({ name: 'count jobs', intervalMs, run, logger });
}
