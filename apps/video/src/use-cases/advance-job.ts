import type { Job } from '../domain/job';
import type { JobState } from '../domain/job-state';
import type { Timings } from '../domain/timings';
import type { EndJob, HowEnded } from './end-job';
import type { PollJob } from './poll-job';
import type { Clock, JobStore } from './ports';
import type { RunningJobs } from './running-jobs';
import type { SettleJob } from './settle-job';

/** Takes the next step of a due job. The caller must have claimed the job. */
export type AdvanceJob = (job: Job) => Promise<void>;

const unsubmitted: readonly JobState[] = ['admitting', 'held', 'submitting'];

const abandoned: HowEnded = {
  kind: 'failed',
  message: 'The job was lost before a provider took it',
  code: 'internal',
  nativeReason: '',
};

export function createAdvanceJob(ports: {
  readonly jobs: JobStore;
  readonly poll: PollJob;
  readonly settle: SettleJob;
  readonly end: EndJob;
  readonly running: RunningJobs;
  readonly timings: Timings;
  readonly clock: Clock;
}): AdvanceJob {
  const { clock, jobs, timings } = ports;

  /** The process that was to submit it died, and the prompt with it: the job cannot continue. */
  async function giveUp(job: Job): Promise<void> {
    if (ports.running.has(job.ulid)) {
      const dueAt = new Date(clock.now().getTime() + timings.abandonedAfterMs);
      await jobs.postpone(job.ulid, dueAt);
      return;
    }
    await ports.end(job, unsubmitted, abandoned);
  }

  return async (job) => {
    if (job.state === 'submitted') return ports.poll(job);
    if (job.state !== 'settling') return giveUp(job);
    await jobs.postpone(job.ulid, new Date(clock.now().getTime() + timings.settleAgainMs));
    return ports.settle(job);
  };
}
