import type { Logger } from '@tollgate/observability';
import type { VideoVerdict } from '@tollgate/video-protocols';
import type { Job } from '../domain/job';
import { findNextPoll, type Timings } from '../domain/timings';
import type { EndJob, HowEnded } from './end-job';
import type { JobObserver, Clock, JobStore, Upstream } from './ports';

/** Polls the provider once and stores the answer. The caller must have claimed the job. */
export type PollJob = (job: Job) => Promise<void>;

export function createPollJob(ports: {
  readonly jobs: JobStore;
  readonly upstream: Upstream;
  readonly end: EndJob;
  readonly observer: JobObserver;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly logger: Logger;
}): PollJob {
  const { clock, end, jobs, logger, observer, timings, upstream } = ports;

  /** No verdict, or no answer at all: the job is polled again until its time is over. */
  async function goOn(job: Job, verdict: OpenVerdict): Promise<void> {
    const now = clock.now();
    const { submittedAt = job.createdAt, ulid } = job;
    const dueAt = findNextPoll(submittedAt, now, timings);
    if (dueAt === undefined) {
      logger.error('a video job had no verdict in 24 hours and is refunded', {
        ulid,
        provider: job.candidate?.provider,
        routeId: job.candidate?.routeId,
      });
      observer.noteNoVerdict();
      await end(job, ['submitted'], noVerdict);
      return;
    }
    const isRunning = verdict.kind === 'running';
    await jobs.notePoll(ulid, {
      dueAt,
      ...(isRunning && { startedAt: now }),
      ...(isRunning && verdict.progress !== undefined && { progress: verdict.progress }),
    });
  }

  return async (job) => {
    const startedAtMs = performance.now();
    const verdict = await upstream.ask(job);
    observer.notePoll(verdict.kind, (performance.now() - startedAtMs) / 1_000);
    if (verdict.kind === 'completed' || verdict.kind === 'failed') {
      await end(job, ['submitted'], readVerdict(verdict));
    } else {
      await goOn(job, verdict);
    }
  };
}

type OpenVerdict = Exclude<VideoVerdict, { kind: 'completed' | 'failed' }>;

const noVerdict: HowEnded = {
  kind: 'failed',
  message: 'The provider gave no verdict within 24 hours',
  code: 'timeout',
  nativeReason: '',
};

function readVerdict(verdict: Exclude<VideoVerdict, OpenVerdict>): HowEnded {
  if (verdict.kind === 'failed') return verdict;
  const { inputSeconds, kind, nativeReason, outputs, seconds } = verdict;
  if (outputs.length > 0)
    return { kind, nativeReason, seconds, inputSeconds, outputsTotal: outputs.length };
  return {
    kind: 'failed',
    message: 'The provider made no video',
    code: 'upstream_failed',
    nativeReason,
  };
}
