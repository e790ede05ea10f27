import type { ReachCrashPoint } from '@tollgate/lifecycle';
import { finishUsage, type UsageEnding } from '../domain/finish-usage';
import type { Job, JobAttempt, Verdict } from '../domain/job';
import { computeJobCost } from '../domain/job-cost';
import type { JobState } from '../domain/job-state';
import type { Timings } from '../domain/timings';
import type { Clock, JobStore } from './ports';
import type { SettleJob } from './settle-job';

/** How a job comes to its end. */
export type HowEnded =
  | {
      readonly kind: 'completed';
      /** As the provider reports it. */
      readonly seconds: number | undefined;
      readonly inputSeconds?: number | undefined;
      readonly outputsTotal: number;
      readonly nativeReason: string;
    }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly code: string;
      readonly nativeReason: string;
      readonly isCancelled?: boolean;
    };

/** What of a job decides about its end. */
export type EndingJob = Pick<
  Job,
  'inputSeconds' | 'seconds' | 'ulid' | 'usageDraft' | 'candidate'
> & {
  readonly attempts: readonly JobAttempt[];
};

/** False: the job had ended already. Throws when the verdict is stored but could not be settled. */
export type EndJob = (job: EndingJob, from: readonly JobState[], how: HowEnded) => Promise<boolean>;

const messageCharactersMax = 500;

/** Fixes the verdict of a job, once, and settles it. */
export function createEndJob(ports: {
  readonly jobs: JobStore;
  readonly settle: SettleJob;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly reachCrashPoint: ReachCrashPoint;
}): EndJob {
  const { clock, jobs, reachCrashPoint, settle, timings } = ports;
  return async (job, from, how) => {
    const now = clock.now();
    const { usage, verdict } = judge(job, how, now);
    const fixed = await jobs.fixVerdict(job.ulid, from, {
      verdict,
      attempts: job.attempts,
      usageRecorded: job.usageDraft && finishUsage(job.usageDraft, usage),
      dueAt: new Date(now.getTime() + timings.settleAgainMs),
    });
    if (fixed === undefined) return false;
    reachCrashPoint('video.settling');
    await settle(fixed);
    return true;
  };
}

interface Judgement {
  readonly verdict: Verdict;
  readonly usage: UsageEnding;
}

function judge(job: EndingJob, how: HowEnded, finishedAt: Date): Judgement {
  const { attempts, candidate } = job;
  const base = { attempts, finishedAt, nativeReason: how.nativeReason, candidate };
  if (how.kind === 'failed') {
    const { code, isCancelled = false, kind } = how;
    const message = how.message.slice(0, messageCharactersMax);
    const finishReason = code === 'content_moderation' ? 'content_filter' : 'error';
    const outcome = isCancelled ? 'cancelled' : 'refunded';
    return {
      verdict: { kind, finishedAt, message, code },
      usage: { ...base, outcome, finishReason, errorCode: code },
    };
  }
  if (candidate === undefined) throw new Error('a completed job has no candidate');
  const { kind, outputsTotal } = how;
  const { lines, ...cost } = computeJobCost(job, candidate, how);
  const { costNanos } = cost;
  return {
    verdict: { kind, finishedAt, outputsTotal, ...cost },
    usage: { ...base, outcome: 'charged', finishReason: 'stop', errorCode: '', lines, costNanos },
  };
}
