import { AppError } from '@tollgate/errors';
import type { UpstreamFailure } from '@tollgate/model-spec';
import { explainFailure } from '@tollgate/model-kit';
import type { JobAttempt } from '../domain/job';
import type { Timings } from '../domain/timings';
import type {
  AdmittedCandidate,
  Clock,
  JobStore,
  SubmitOutcome,
  Upstream,
  WayInput,
} from './ports';

/** A provider accepted the job, or why none did. */
export type SendResult = {
  readonly attempts: readonly JobAttempt[];
  readonly candidate: AdmittedCandidate;
} & (
  | { readonly kind: 'taken'; readonly upstreamJobId: string }
  | { readonly kind: 'failed'; readonly error: AppError }
);

export type SendJob = (
  ulid: string,
  candidates: readonly AdmittedCandidate[],
  input: WayInput,
) => Promise<SendResult>;

/** For all providers together: the caller waits. */
const submitMsMax = 30_000;

/** After these there is certainly no job, and another provider may have better luck. */
const retriable: ReadonlySet<UpstreamFailure['kind']> = new Set([
  'auth',
  'not-found',
  'overloaded',
  'rate-limited',
  'unsupported',
]);

/**
 * Asks one provider after the other, and the next only where the one before certainly began
 * nothing: a job that two providers do is paid twice.
 */
export function createSendJob(ports: {
  readonly jobs: JobStore;
  readonly upstream: Upstream;
  readonly timings: Timings;
  readonly clock: Clock;
}): SendJob {
  const { clock, jobs, timings, upstream } = ports;

  async function ask(
    ulid: string,
    candidate: AdmittedCandidate,
    input: WayInput,
    signal: AbortSignal,
  ) {
    const startedAt = clock.now().getTime();
    const dueAt = new Date(startedAt + timings.abandonedAfterMs);
    // Another process took this one for dead and ended the job: it must not be submitted any more.
    if (!(await jobs.beginSubmit(ulid, candidate, dueAt)))
      throw new AppError('upstream_unavailable');
    const outcome = await upstream.submit(candidate, input, signal);
    const error = explain(outcome, candidate);
    const { provider, routeId } = candidate;
    const attempt: JobAttempt = {
      provider,
      routeId,
      status: 'status' in outcome ? outcome.status : 0,
      durationMs: Math.max(0, clock.now().getTime() - startedAt),
      error: error?.reason ?? '',
    };
    return { outcome, error, attempt };
  }

  return async (ulid, candidates, input) => {
    const signal = AbortSignal.timeout(submitMsMax);
    const attempts: JobAttempt[] = [];
    const errors: AppError[] = [];
    let [last] = candidates;
    for (const candidate of candidates) {
      last = candidate;
      const { attempt, error, outcome } = await ask(ulid, candidate, input, signal);
      attempts.push(attempt);
      if (outcome.kind === 'accepted') {
        return { kind: 'taken', candidate, attempts, upstreamJobId: outcome.upstreamJobId };
      }
      if (error !== undefined) errors.push(error);
      if (!mayAskNext(outcome) || signal.aborted) break;
    }
    if (last === undefined) throw new AppError('no_route');
    return { kind: 'failed', candidate: last, attempts, error: chooseError(errors) };
  };
}

function mayAskNext(outcome: SubmitOutcome): boolean {
  if (outcome.kind === 'refused') return retriable.has(outcome.failure.kind);
  return outcome.kind === 'unreachable' || outcome.kind === 'unsayable';
}

function explain(outcome: SubmitOutcome, { route }: AdmittedCandidate): AppError | undefined {
  switch (outcome.kind) {
    case 'accepted':
      return undefined;
    case 'refused':
      return explainFailure(outcome.failure, route);
    case 'unsayable':
      return outcome.error;
    case 'unreachable':
      return new AppError('upstream_unreachable', { cause: outcome.cause });
    case 'unclear':
      return new AppError('upstream_unavailable', {
        message: 'The provider did not say whether it took the job; nothing is charged',
        cause: outcome.cause,
      });
  }
}

/** When providers failed for different reasons, the common error is a general one. */
function chooseError(errors: readonly AppError[]): AppError {
  const [first] = errors;
  const isOne = errors.every(({ reason }) => reason === first?.reason);
  return isOne && first !== undefined ? first : new AppError('upstream_unavailable');
}
