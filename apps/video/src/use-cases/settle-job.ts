import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Job } from '../domain/job';
import type { Timings } from '../domain/timings';
import type { JobObserver, Clock, Holds, Stores, VideoDatabase } from './ports';

/** Idempotent: concurrent and repeated calls settle once. */
export type SettleJob = (job: Job) => Promise<void>;

export interface SettleJobPorts {
  readonly database: VideoDatabase;
  readonly holds: Holds;
  readonly observer: JobObserver;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly reachCrashPoint: ReachCrashPoint;
  /** There is an output to copy or a webhook to send. */
  readonly onEnd: () => void;
}

/** Settles the hold of a job with a verdict, and only then shows the end to its caller. */
export function createSettleJob(ports: SettleJobPorts): SettleJob {
  const { clock, database, holds, observer, reachCrashPoint, timings } = ports;

  async function endHold({ ulid, usageRecorded, verdict, walletId }: Job): Promise<void> {
    if (verdict?.kind !== 'completed') return holds.release(walletId, ulid, usageRecorded);
    if (usageRecorded === undefined) throw new Error('a completed job has no record to charge');
    return holds.capture(walletId, ulid, usageRecorded);
  }

  async function finish(job: Job, { jobs, outputs, webhooks }: Stores): Promise<boolean> {
    const { submittedAt, ulid, verdict } = job;
    if (verdict === undefined || !(await jobs.finish(ulid, verdict.kind))) return false;
    const now = clock.now();
    if (verdict.kind === 'completed') {
      const keptUntil = new Date(now.getTime() + timings.keptMs);
      await outputs.insert(ulid, verdict.outputsTotal, { nextTryAt: now, keptUntil });
    }
    // A job that was refused at its submit has no webhook: the answer said so.
    const isTold = job.callbackUrl !== undefined && submittedAt !== undefined;
    if (isTold) await webhooks.insert(ulid, now);
    return true;
  }

  return async (job) => {
    const { verdict } = job;
    if (job.state !== 'settling' || verdict === undefined) return;
    await endHold(job);
    reachCrashPoint('video.captured');
    const isMine = await database.withTransaction((stores) => finish(job, stores));
    if (!isMine) return;
    observer.noteEnd(verdict.kind);
    ports.onEnd();
  };
}
