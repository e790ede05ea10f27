import { AppError } from '@tollgate/errors';
import { ExhaustedError, type AnswerFailedError } from './answer';
import { attemptOne, type AttemptResult, type AttemptTools } from './attempt-one';
import type { Attempt, CallCandidate, HeldCall, OpenedCall } from './stages';

const attemptsMax = 6;
/** An attempt that would begin later than this is not made. */
const startMsMax = 60_000;
const retryDelayMs = { min: 200, spread: 200 };

/** A call that no provider answered, with what was tried. */
export class AttemptsFailedError extends Error {
  override readonly name = 'AttemptsFailedError';

  constructor(
    readonly shown: AppError,
    readonly attempts: readonly Attempt[],
    /** The last that was tried. */
    readonly candidate: CallCandidate,
    /** What ended the answer, when one had begun. */
    readonly ending: AnswerFailedError | undefined,
  ) {
    super(shown.message, { cause: ending ?? shown });
  }

  get isCancelled(): boolean {
    return this.ending?.isCancelled === true;
  }

  get isExhausted(): boolean {
    return this.ending instanceof ExhaustedError;
  }
}

export interface Answered<Answer> {
  readonly opened: OpenedCall;
  readonly answer: Answer;
}

/** Reads the answer of a provider that said 2xx. Raises AnswerFailedError. */
export type ReadAnswer<Answer> = (opened: OpenedCall) => Promise<Answer>;

/**
 * Tries the candidates in order until one answers. As long as nothing has reached the client, going
 * on is invisible, also inside a stream that was begun; after the first content it never happens.
 */
export async function attemptCandidates<Answer>(
  call: HeldCall,
  tools: AttemptTools,
  read: ReadAnswer<Answer>,
): Promise<Answered<Answer>> {
  const startedMs = Date.now();
  const attempts: Attempt[] = [];
  const failures: AppError[] = [];
  let [last] = call.candidates;
  let overflowed: CallCandidate | undefined;
  for (const [index, candidate] of call.candidates.entries()) {
    const othersLeft = call.candidates.length - index - 1;
    if (overflowed !== undefined && !hasMoreRoom(candidate, overflowed)) continue;
    let isRetry = false;
    for (;;) {
      if (attempts.length >= attemptsMax || Date.now() - startedMs > startMsMax) break;
      last = candidate;
      const result = await attemptOne({ ...call, candidate }, { tools, read, attempts, isRetry });
      if (result.kind === 'answered') return result;
      failures.push(result.error);
      if (result.kind === 'final')
        throw new AttemptsFailedError(result.error, attempts, candidate, result.ending);
      if (result.error.reason === 'context_too_long') overflowed = candidate;
      const spare = attemptsMax - attempts.length - othersLeft;
      if (isRetry || !shouldRetry(result, candidate, tools, spare)) break;
      isRetry = true;
      await tools.delay(retryDelayMs.min + tools.random() * retryDelayMs.spread, call.clientGone);
    }
  }
  throw new AttemptsFailedError(summarize(failures), attempts, last, undefined);
}

/**
 * A provider that is known to be down, or that could not even be asked, gets no second try; nor
 * does anybody at the cost of others that were not asked yet.
 */
function shouldRetry(
  result: Extract<AttemptResult<unknown>, { kind: 'next' }>,
  { isProbe, route }: CallCandidate,
  { routes }: AttemptTools,
  spareAttempts: number,
): boolean {
  return spareAttempts > 0 && result.isTransient && !isProbe && routes.mayRetry(route.id);
}

/** What was too long for one is sent only to those that are not known to hold as little. */
function hasMoreRoom(candidate: CallCandidate, overflowed: CallCandidate): boolean {
  const room = getContextLength(candidate);
  const known = getContextLength(overflowed);
  return room === undefined || known === undefined || room > known;
}

function getContextLength({ model, route }: CallCandidate): number | undefined {
  return route.contextLength ?? model.contextLength;
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
