import { AppError } from '@tollgate/errors';
import { ExhaustedError, type AnswerFailedError } from './answer-failed-error';
import {
  attemptOne,
  type AttemptContext,
  type AttemptResult,
  type AttemptTools,
} from './attempt-one';
import type { Answered, Attempt, CandidateCall, ReadAnswer } from './opened-call';
import type { CallCandidate } from '../route/routed-call';
import type { HeldCall } from '../admit/held-call';

const attemptsMax = 6;
/** No attempt starts later than this. */
const startMsMax = 60_000;
const retryDelayMs = { min: 200, spread: 200 };

/** All attempts of a call have failed. */
export class AttemptsFailedError extends Error {
  override readonly name = 'AttemptsFailedError';

  constructor(
    readonly shown: AppError,
    readonly attempts: readonly Attempt[],
    /** The last that was tried. */
    readonly candidate: CallCandidate,
    /** The failure of the answer, when one had begun. */
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

/**
 * Admits the candidates behind those that failed; undefined: none are left, or they cannot be paid.
 */
export type AdmitNext = () => Promise<HeldCall | undefined>;

/** The attempts of a call, over all its admissions. */
interface Trail {
  readonly startedMs: number;
  readonly attempts: Attempt[];
  readonly failures: AppError[];
  last: CallCandidate;
  overflowed: CallCandidate | undefined;
}

/**
 * Tries the candidates in order until one answers. While the client has received no content, moving
 * on to the next candidate is invisible, even inside a stream; after the first content it never
 * happens.
 */
export async function attemptCandidates<Answer>(
  first: HeldCall,
  tools: AttemptTools,
  read: ReadAnswer<Answer>,
  admitNext: AdmitNext = () => Promise.resolve(undefined),
): Promise<Answered<Answer>> {
  const trail: Trail = {
    startedMs: Date.now(),
    attempts: [],
    failures: [],
    last: first.candidates[0],
    overflowed: undefined,
  };
  // Each admission leaves fewer candidates behind it.
  for (let call: HeldCall | undefined = first; call !== undefined;) {
    const answered: Answered<Answer> | undefined = await attemptAdmitted(call, trail, tools, read);
    if (answered !== undefined) return answered;
    call = mayAttempt(trail) ? await admitNext() : undefined;
  }
  throw new AttemptsFailedError(summarize(trail.failures), trail.attempts, trail.last, undefined);
}

/** Undefined when all have failed, and candidates that are not admitted yet might not. */
async function attemptAdmitted<Answer>(
  admitted: HeldCall,
  trail: Trail,
  tools: AttemptTools,
  read: ReadAnswer<Answer>,
): Promise<Answered<Answer> | undefined> {
  let call = admitted;
  const waiting = [...call.candidates];
  for (let candidate = waiting.shift(); candidate !== undefined; candidate = waiting.shift()) {
    const othersLeft = waiting.length + (call.beyond?.candidates.length ?? 0);
    if (trail.overflowed !== undefined && !hasMoreRoom(candidate, trail.overflowed)) continue;
    if (!mayAttempt(trail)) return undefined;
    if (candidate.isProbe && !tools.routes.claimProbe(candidate.route.id)) {
      waiting.push(...postpone(candidate, othersLeft));
      call = passOver(call, candidate, waiting);
      continue;
    }
    // The first was prepared before the hold; the others only when they are needed.
    const prepared = candidate === admitted.candidates[0] ? admitted.prepared : undefined;
    const context = { tools, read, prepared, othersLeft };
    const answered = await attemptWithRetry({ ...call, candidate }, trail, context);
    if (answered !== undefined) return answered;
  }
  return undefined;
}

/**
 * Another call probes this isolated route at the moment: it is asked last. An organization's own
 * key is left out instead, so that the call goes on to the candidates that are not admitted yet.
 */
function postpone(candidate: CallCandidate, othersLeft: number): readonly CallCandidate[] {
  const isLeftOut = candidate.byok !== undefined && othersLeft > 0;
  return isLeftOut ? [] : [{ ...candidate, isProbe: false }];
}

/** The candidate behind a first one that was passed over counts as the first: not as a failover. */
function passOver(
  call: HeldCall,
  candidate: CallCandidate,
  waiting: readonly CallCandidate[],
): HeldCall {
  const [first, ...rest] = waiting;
  if (first === undefined || candidate !== call.candidates[0]) return call;
  return { ...call, candidates: [first, ...rest] };
}

type RetryContext<Answer> = Pick<AttemptContext<Answer>, 'prepared' | 'read' | 'tools'> & {
  /** Candidates that were not asked yet. */
  readonly othersLeft: number;
};

async function attemptWithRetry<Answer>(
  call: CandidateCall,
  trail: Trail,
  { othersLeft, ...context }: RetryContext<Answer>,
): Promise<Answered<Answer> | undefined> {
  const { attempts, failures } = trail;
  const { candidate } = call;
  const { tools } = context;
  let isRetry = false;
  while (mayAttempt(trail)) {
    trail.last = candidate;
    const result = await attemptOne(call, { ...context, attempts, isRetry });
    if (result.kind === 'answered') return result;
    failures.push(result.error);
    if (result.kind === 'final')
      throw new AttemptsFailedError(result.error, attempts, candidate, result.ending);
    if (result.error.reason === 'context_too_long') trail.overflowed = candidate;
    const spare = attemptsMax - attempts.length - othersLeft;
    if (isRetry || !shouldRetry(result, candidate, tools, spare)) return undefined;
    isRetry = true;
    await tools.delay(retryDelayMs.min + tools.random() * retryDelayMs.spread, call.clientGone);
  }
  return undefined;
}

function mayAttempt({ attempts, startedMs }: Trail): boolean {
  return attempts.length < attemptsMax && Date.now() - startedMs <= startMsMax;
}

/**
 * No retry at a route that is isolated or could not be reached, nor at the expense of candidates
 * that were not asked yet.
 */
function shouldRetry(
  result: Extract<AttemptResult<unknown>, { kind: 'next' }>,
  { isProbe, route }: CallCandidate,
  { routes }: AttemptTools,
  spareAttempts: number,
): boolean {
  return spareAttempts > 0 && result.isTransient && !isProbe && routes.mayRetry(route.id);
}

/** After an overflow, only candidates with a larger or unknown context window are tried. */
function hasMoreRoom(candidate: CallCandidate, overflowed: CallCandidate): boolean {
  const room = getContextLength(candidate);
  const known = getContextLength(overflowed);
  return room === undefined || known === undefined || room > known;
}

function getContextLength({ model, route }: CallCandidate): number | undefined {
  return route.contextLength ?? model.contextLength;
}

/** One error for all failures: an overflow always, else the reason that all share. */
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
