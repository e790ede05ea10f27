import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { parseVideoRequest, type VideoRequest } from '@tollgate/video-protocols';
import type { Job } from '../domain/job';
import type { Timings } from '../domain/timings';
import type { EndJob, HowEnded } from './end-job';
import type { JobObserver, Admitted, Clock, JobStore } from './ports';
import type { EnterJob, EnterRequest } from './enter-job';
import type { RunningJobs } from './running-jobs';
import type { SendJob, SendResult } from './send-job';

export interface SubmitRequest extends EnterRequest {
  readonly clientGone: AbortSignal;
}

export type SubmittedJob = Pick<Job, 'createdAt' | 'model' | 'ulid'>;
export type SubmitJob = (request: SubmitRequest) => Promise<SubmittedJob>;

export interface SubmitJobPorts {
  readonly jobs: JobStore;
  readonly enter: EnterJob;
  readonly send: SendJob;
  readonly end: EndJob;
  /** Finds the fault of a webhook URL; undefined: none. */
  readonly findCallbackFault: (url: string) => Promise<string | undefined>;
  readonly running: RunningJobs;
  readonly observer: JobObserver;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly reachCrashPoint: ReachCrashPoint;
  readonly logger: Logger;
}

/** From a request to a job that a provider does: it ends with the one, or without the other. */
export function createSubmitJob(ports: SubmitJobPorts): SubmitJob {
  const { clock, jobs, observer, reachCrashPoint, running, timings } = ports;

  /** The caller gets the reason; the hold is released even if not at once. */
  async function fail(ulid: string, admitted: Admitted, result: FailedSend): Promise<never> {
    const { error, isCancelled = false } = result;
    const how: HowEnded = {
      kind: 'failed',
      message: error.message,
      code: error.reason,
      nativeReason: '',
      isCancelled,
    };
    const { attempts, candidate } = result;
    const job = { ulid, candidate, attempts, usageDraft: admitted.usageDraft, ...admitted.video };
    await ports.end(job, ['held', 'submitting'], how).catch((cause: unknown) => {
      ports.logger.warn('a failed submit is settled later', { ulid, error: cause });
    });
    throw error;
  }

  async function submit(ulid: string, request: SubmitRequest, parsed: VideoRequest) {
    const entered = await ports.enter(ulid, request, parsed);
    if (entered === undefined) return findEarlier(jobs, request.requestUlid);
    const { admitted, createdAt } = entered;
    if (request.clientGone.aborted) {
      const error = new AppError('bad_request', { message: 'The client has gone' });
      return fail(ulid, admitted, { error, attempts: [], candidate: undefined, isCancelled: true });
    }
    const { prompt, video, candidates } = admitted;
    const result = await ports.send(ulid, candidates, { request: parsed, prompt, video });
    observer.noteSubmit(result.kind === 'taken' ? 'taken' : result.error.reason);
    if (result.kind === 'failed') return fail(ulid, admitted, result);
    reachCrashPoint('video.submitting');
    const submittedAt = clock.now();
    const { attempts, upstreamJobId } = result;
    const dueAt = new Date(submittedAt.getTime() + timings.pollEveryMs);
    const isOurs = await jobs.submit(ulid, { upstreamJobId, submittedAt, dueAt, attempts });
    // It was given up while we waited for the provider; its hold is released.
    if (!isOurs) throw new AppError('upstream_unavailable');
    reachCrashPoint('video.submitted');
    return { ulid, createdAt, model: admitted.model };
  }

  return async (request) => {
    const parsed = parseVideoRequest(request.body);
    if (parsed.callbackUrl !== undefined) await checkCallback(parsed.callbackUrl, ports);
    const ulid = makeUlid();
    return running.during(ulid, () => submit(ulid, request, parsed));
  };
}

type FailedSend = Pick<Extract<SendResult, { kind: 'failed' }>, 'attempts' | 'error'> & {
  readonly candidate: SendResult['candidate'] | undefined;
  readonly isCancelled?: boolean;
};

async function checkCallback(
  url: string,
  { findCallbackFault }: Pick<SubmitJobPorts, 'findCallbackFault'>,
): Promise<void> {
  const fault = await findCallbackFault(url);
  if (fault === undefined) return;
  const param = 'callback_url';
  throw AppError.forParam('unsupported_param', param, `${param} ${fault}`);
}

/** The same request again, after its process died or its answer was lost. */
async function findEarlier(jobs: JobStore, requestUlid: string): Promise<SubmittedJob> {
  const job = await jobs.findByRequest(requestUlid);
  if (job?.submittedAt !== undefined) return job;
  throw new AppError('conflict', {
    message: 'A request with this Idempotency-Key is still being worked on',
    retryAfterSeconds: 1,
  });
}
