import type { Logger } from '@tollgate/observability';
import type { CallScope } from '@tollgate/org-access';
import type { Job } from '../domain/job';
import type { Timings } from '../domain/timings';
import type { PollJob } from './poll-job';
import type { Clock, JobStore } from './ports';

/** An accepted job in the caller's scope; undefined when it does not exist. */
export type GetJob = (scope: CallScope, ulid: string) => Promise<Job | undefined>;

/**
 * Polls the provider first, unless it was polled lately. Of concurrent requests exactly one polls;
 * the others return the stored state.
 */
export function createGetJob(ports: {
  readonly jobs: JobStore;
  readonly poll: PollJob;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly logger: Logger;
}): GetJob {
  const { clock, jobs, logger, timings } = ports;

  function makeClaim() {
    const now = clock.now();
    const notSince = new Date(now.getTime() - timings.pollGapMs);
    return { now, notSince, until: new Date(now.getTime() + timings.leaseMs) };
  }

  function isFresh({ lastPolledAt }: Job, notSince: Date): boolean {
    return lastPolledAt !== undefined && lastPolledAt > notSince;
  }

  return async (scope, ulid) => {
    const known = await jobs.find(scope, ulid);
    if (known?.state !== 'submitted') return known;
    const claim = makeClaim();
    if (isFresh(known, claim.notSince) || !(await jobs.claimPoll(ulid, claim))) return known;
    await ports.poll(known).catch((error: unknown) => {
      // The verdict may be stored already; a background job settles it later.
      logger.warn('a polled job is settled later', { ulid, error });
    });
    return jobs.find(scope, ulid);
  };
}
