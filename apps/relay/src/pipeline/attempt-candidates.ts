import { AppError } from '@tollgate/errors';
import type { PreparedRequest } from '../endpoints/endpoint';
import { explainFailure, isFinal } from './explain-failure';
import { UpstreamError, type UpstreamAnswer, type UpstreamClient } from './open-upstream';
import { readBounded } from './read-bounded';
import type { Attempt, CallCandidate, HeldCall, OpenedCall } from './stages';

const errorBody = { bytesMax: 64 * 1024, idleMs: 5_000 };

/** A call that no provider answered, with what was tried. */
export class AttemptsFailedError extends Error {
  override readonly name = 'AttemptsFailedError';

  constructor(
    readonly shown: AppError,
    readonly attempts: readonly Attempt[],
    /** The last that was tried. */
    readonly candidate: CallCandidate,
    readonly isCancelled: boolean,
  ) {
    super(shown.message, { cause: shown });
  }
}

/**
 * Tries the candidates in order until one answers 2xx. Nothing has reached the client yet, so
 * going on is invisible; after the first content no step ever comes back here.
 */
export async function attemptCandidates(
  call: HeldCall,
  client: UpstreamClient,
): Promise<OpenedCall> {
  const attempts: Attempt[] = [];
  const failures: AppError[] = [];
  let [last] = call.candidates;
  for (const candidate of call.candidates) {
    const startedMs = Date.now();
    const result = await attemptOne(call, candidate, client);
    const durationMs = Date.now() - startedMs;
    const { provider, id: routeId } = candidate.route;
    if (result.kind === 'answered') {
      attempts.push({ provider, routeId, status: result.answer.status, durationMs, error: '' });
      const { answer, prepared } = result;
      return { ...call, candidate, prepared, attempts, answer };
    }
    attempts.push({
      provider,
      routeId,
      status: result.status,
      durationMs,
      error: result.error.reason,
    });
    failures.push(result.error);
    last = candidate;
    if (result.kind === 'final')
      throw new AttemptsFailedError(result.error, attempts, candidate, result.isCancelled);
  }
  throw new AttemptsFailedError(summarize(failures), attempts, last, false);
}

type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly answer: UpstreamAnswer;
      readonly prepared: PreparedRequest;
    }
  | { readonly kind: 'next'; readonly status: number; readonly error: AppError }
  | {
      readonly kind: 'final';
      readonly status: number;
      readonly error: AppError;
      readonly isCancelled: boolean;
    };

async function attemptOne(
  call: HeldCall,
  candidate: CallCandidate,
  client: UpstreamClient,
): Promise<AttemptResult> {
  try {
    const prepared = prepareFor(call, candidate);
    const answer = await client.open(prepared.request, call.clientGone);
    const { headers, status } = answer;
    if (status >= 200 && status < 300) return { kind: 'answered', answer, prepared };
    const failure = prepared.readFailure(status, await readBounded(answer, errorBody), headers);
    const error = explainFailure(failure, candidate.target);
    return isFinal(failure)
      ? { kind: 'final', status, error, isCancelled: false }
      : { kind: 'next', status, error };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'next', status: 0, error };
    if (!(error instanceof UpstreamError)) throw error;
    if (error.fault === 'cancelled') {
      return {
        kind: 'final',
        status: 0,
        error: new AppError('bad_request', { cause: error }),
        isCancelled: true,
      };
    }
    const reason = error.fault === 'timeout' ? 'timeout' : 'upstream_unreachable';
    return { kind: 'next', status: 0, error: new AppError(reason, { cause: error }) };
  }
}

/** The first was prepared before the hold; the others only when they are needed. */
function prepareFor(call: HeldCall, candidate: CallCandidate): PreparedRequest {
  return candidate === call.candidates[0]
    ? call.prepared
    : candidate.request.prepare(candidate, candidate.face);
}

/** One answer for many failures: an overflow is never hidden, a shared reason is named. */
function summarize(failures: readonly AppError[]): AppError {
  const overflow = failures.find((failure) => failure.reason === 'context_too_long');
  if (overflow) return overflow;
  const [first] = failures;
  if (first === undefined) return new AppError('no_route');
  if (failures.some((failure) => failure.reason !== first.reason))
    return new AppError('upstream_unavailable');
  const waits = failures
    .map((failure) => failure.retryAfterSeconds)
    .filter((wait) => wait !== undefined);
  if (first.reason !== 'upstream_rate_limited' || waits.length === 0) return first;
  return new AppError('upstream_rate_limited', { retryAfterSeconds: Math.min(...waits) });
}
