import { AppError } from '@tollgate/errors';
import type { UpstreamFailure } from '@tollgate/model-spec';
import { explainFailure } from '@tollgate/model-kit';
import type { JobAttempt } from '../domain/job';
import type { Timings } from '../domain/timings';
import type { AdmittedWay, Clock, JobStore, SubmitOutcome, Upstream, WayInput } from './ports';

/** A provider has taken the job, or why nobody has. */
export type SendResult = { readonly attempts: readonly JobAttempt[]; readonly way: AdmittedWay } & (
  | { readonly kind: 'taken'; readonly upstreamJobId: string }
  | { readonly kind: 'failed'; readonly error: AppError }
);

export type SendJob = (
  ulid: string,
  ways: readonly AdmittedWay[],
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

  async function ask(ulid: string, way: AdmittedWay, input: WayInput, signal: AbortSignal) {
    const startedAt = clock.now().getTime();
    const dueAt = new Date(startedAt + timings.abandonedAfterMs);
    // Somebody took us for dead and gave the job up: nobody may begin it any more.
    if (!(await jobs.beginSubmit(ulid, way, dueAt))) throw new AppError('upstream_unavailable');
    const outcome = await upstream.submit(way, input, signal);
    const error = explain(outcome, way);
    const { provider, routeId } = way;
    const attempt: JobAttempt = {
      provider,
      routeId,
      status: 'status' in outcome ? outcome.status : 0,
      durationMs: Math.max(0, clock.now().getTime() - startedAt),
      error: error?.reason ?? '',
    };
    return { outcome, error, attempt };
  }

  return async (ulid, ways, input) => {
    const signal = AbortSignal.timeout(submitMsMax);
    const attempts: JobAttempt[] = [];
    const errors: AppError[] = [];
    let [last] = ways;
    for (const way of ways) {
      last = way;
      const { attempt, error, outcome } = await ask(ulid, way, input, signal);
      attempts.push(attempt);
      if (outcome.kind === 'accepted') {
        return { kind: 'taken', way, attempts, upstreamJobId: outcome.upstreamJobId };
      }
      if (error !== undefined) errors.push(error);
      if (!mayAskNext(outcome) || signal.aborted) break;
    }
    if (last === undefined) throw new AppError('no_route');
    return { kind: 'failed', way: last, attempts, error: chooseError(errors) };
  };
}

function mayAskNext(outcome: SubmitOutcome): boolean {
  if (outcome.kind === 'refused') return retriable.has(outcome.failure.kind);
  return outcome.kind === 'unreachable' || outcome.kind === 'unsayable';
}

function explain(outcome: SubmitOutcome, { route }: AdmittedWay): AppError | undefined {
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

/** Providers that failed in different ways have in common only that they failed. */
function chooseError(errors: readonly AppError[]): AppError {
  const [first] = errors;
  const isOne = errors.every(({ reason }) => reason === first?.reason);
  return isOne && first !== undefined ? first : new AppError('upstream_unavailable');
}
