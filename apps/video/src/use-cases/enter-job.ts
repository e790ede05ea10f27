import { AppError } from '@tollgate/errors';
import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { VideoRequest } from '@tollgate/video-protocols';
import type { JobAlias } from '../domain/job';
import type { Timings } from '../domain/timings';
import type { Admission, AdmissionRequest, Admitted, Clock, JobStore } from './ports';

export interface EnterRequest extends Omit<AdmissionRequest, 'inputSeconds' | 'ulid'> {
  /** Of this request, however often it is repeated with the same Idempotency-Key. */
  readonly requestUlid: string;
  readonly walletId: string;
  readonly keyId: string;
  readonly memberId: string;
  readonly alias: JobAlias;
}

export interface EnteredJob {
  readonly admitted: Admitted;
  readonly createdAt: Date;
}

/** Undefined: the request has a job already. */
export type EnterJob = (
  ulid: string,
  request: EnterRequest,
  parsed: VideoRequest,
) => Promise<EnteredJob | undefined>;

const internalStatus = 500;

/** The first row of a job, and its hold in the book. */
export function createEnterJob(ports: {
  readonly jobs: JobStore;
  readonly admission: Admission;
  /** How long a video is; undefined when that could not be found out. */
  readonly measureVideo: (url: string) => Promise<number | undefined>;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly reachCrashPoint: ReachCrashPoint;
}): EnterJob {
  const { clock, jobs, reachCrashPoint, timings } = ports;
  const nextDue = (): Date => new Date(clock.now().getTime() + timings.abandonedAfterMs);

  async function admit(ulid: string, request: EnterRequest, inputSeconds: number | undefined) {
    try {
      return await ports.admission.admit({ ...request, ulid, inputSeconds });
    } catch (error) {
      // A refusal leaves no hold. After a failure there may be one: the row stays, and the job
      // that finds it abandoned releases the hold.
      if (AppError.from(error).status < internalStatus) await jobs.remove(ulid);
      throw error;
    }
  }

  return async (ulid, request, { callbackUrl, inputVideo }) => {
    const inputSeconds =
      inputVideo === undefined ? undefined : await ports.measureVideo(inputVideo);
    const { alias, keyId, memberId, requestUlid, walletId } = request;
    const createdAt = clock.now();
    const owner = { walletId, keyId, memberId };
    const row = { ulid, requestUlid, ...owner, alias, callbackUrl, createdAt, dueAt: nextDue() };
    if (!(await jobs.insert(row))) return undefined;
    reachCrashPoint('video.admitting');
    const admitted = await admit(ulid, request, inputSeconds);
    if (!(await jobs.hold(ulid, admitted, nextDue()))) throw new AppError('upstream_unavailable');
    reachCrashPoint('video.held');
    return { admitted, createdAt };
  };
}
