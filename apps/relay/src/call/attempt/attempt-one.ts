import { AppError } from '@tollgate/errors';
import { explainFailure, isFinal, readRetryAfter } from '@tollgate/model-kit';
import type { UpstreamRequest } from '@tollgate/model-spec';
import type { PreparedRequest } from '../../domain/endpoint';
import { noSpan, type Span } from '@tollgate/tracing';
import { AnswerFailedError, cancelAnswer } from './answer-failed-error';
import type { Answered, Attempt, CandidateCall, ReadAnswer } from './opened-call';
import {
  UpstreamError,
  type OpenOptions,
  type UpstreamAnswer,
  type UpstreamClient,
} from './open-upstream';
import { openJoined } from './open-joined';
import { prepareSearched, type SearchOnce } from './prepare-searched';
import { readBounded } from './read-bounded';
import { endAttemptSpan, startAttemptSpan } from './attempt-span';
import {
  unwatchedRoutes,
  type AttemptObserver,
  type RouteFault,
  type RouteObserver,
} from './route-observer';
import type { CallCandidate } from '../route/routed-call';

export interface AttemptTools {
  readonly upstream: Pick<UpstreamClient, 'open'>;
  readonly routes: RouteObserver;
  /** Providers that get the trace of a call; none when left out. */
  readonly tracedProviders?: ReadonlySet<string>;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Ends early when the client disconnects. */
  readonly delay: (delayMs: number, clientGone: AbortSignal) => Promise<void>;
  /** Left out: the gateway has no search engine, and no candidate uses one. */
  readonly searchOnce?: SearchOnce;
}

export type AttemptResult<Answer> =
  | ({ readonly kind: 'answered' } & Answered<Answer>)
  | {
      readonly kind: 'next';
      readonly error: AppError;
      /** A retry may succeed. */
      readonly isTransient: boolean;
    }
  | {
      readonly kind: 'final';
      readonly error: AppError;
      readonly ending: AnswerFailedError | undefined;
    };

export interface AttemptContext<Answer> {
  readonly tools: AttemptTools;
  readonly read: ReadAnswer<Answer>;
  /** This attempt is appended. */
  readonly attempts: Attempt[];
  readonly isRetry: boolean;
  /** Undefined: the request is not prepared for this candidate yet. */
  readonly prepared: PreparedRequest | undefined;
}

const errorBody = { bytesMax: 64 * 1024, idleMs: 5_000 };
const transientStatuses = new Set([502, 503, 504]);

/** One attempt at one provider, from its request to the end of its answer. */
export async function attemptOne<Answer>(
  call: CandidateCall,
  context: AttemptContext<Answer>,
): Promise<AttemptResult<Answer>> {
  if (!call.span.isRecorded) return attempt(call, context, noSpan);
  const span = startAttemptSpan(call);
  try {
    const result = await attempt(call, context, span);
    const answered = result.kind === 'answered' ? result.opened.attempts : context.attempts;
    endAttemptSpan(span, answered.at(-1) ?? { status: 0, error: '' });
    return result;
  } catch (error) {
    endAttemptSpan(span, { status: 0, error: 'internal_error' });
    throw error;
  }
}

async function attempt<Answer>(
  call: CandidateCall,
  { attempts, isRetry, prepared: ready, read, tools }: AttemptContext<Answer>,
  span: Span,
): Promise<AttemptResult<Answer>> {
  const { candidate: chosen } = call;
  const { id: routeId, provider } = chosen.route;
  const routes = chosen.isTest ? unwatchedRoutes : tools.routes;
  const startedMs = Date.now();
  const outcome = { routeId, walletId: call.caller.walletId, startedAtMs: startedMs };
  const describe = (status: number, error: string): Attempt => ({
    provider,
    routeId,
    status,
    durationMs: Date.now() - startedMs,
    error,
  });
  let status = 0;
  let failure: Failure;
  try {
    const { candidate, prepared } = searchesFirst(chosen)
      ? await prepareSearched(call, tools.searchOnce)
      : { candidate: chosen, prepared: ready ?? chosen.request.prepare(chosen, chosen.face) };
    routes.noteAttempt(routeId, isRetry);
    const options = chooseOptions(candidate);
    const [answer, ...otherAnswers] = await openJoined(
      (request, signal) =>
        tools.upstream.open(addTrace(request, call, tools, span), signal, options),
      prepared,
      call.clientGone,
    );
    ({ status } = answer);
    if (status >= 200 && status < 300) {
      const tried = [...attempts, describe(status, '')];
      const opened = {
        ...call,
        candidate,
        prepared,
        answer,
        otherAnswers,
        attempts: tried,
        attemptStartedAtMs: startedMs,
      };
      const given = await read(opened);
      routes.noteSuccess(outcome);
      return { kind: 'answered', opened, answer: given };
    }
    failure = await readRefusal(call, prepared, answer, routes);
  } catch (error) {
    failure = explainError(error);
  }
  const { fault, ...result } = failure;
  if (fault !== undefined) routes.noteFailure(outcome, fault);
  else if (chosen.isProbe && status === 0) routes.releaseProbe(routeId);
  attempts.push(describe(status, result.error.reason));
  return result;
}

function chooseOptions({ byok, isProbe, request, work }: CallCandidate): OpenOptions {
  const isGuarded = byok !== undefined;
  return {
    isGuarded,
    // An organization's own key gets the whole time: there may be no other candidate for the call.
    isProbe: isProbe && !isGuarded,
    isThinking: work.isThinking || request.takesLong === true,
  };
}

/** The gateway's own search engine is asked before the provider is. */
function searchesFirst({ search }: CallCandidate): boolean {
  return search?.kind === 'engine';
}

/** Only where the operator asks for it: a trace id tells a provider which calls belong together. */
function addTrace(
  request: UpstreamRequest,
  { candidate, clientTraceParent }: CandidateCall,
  { tracedProviders }: AttemptTools,
  span: Span,
): UpstreamRequest {
  if (tracedProviders?.has(candidate.route.provider) !== true) return request;
  const traceparent = span.traceParent ?? clientTraceParent;
  if (traceparent === undefined) return request;
  return { ...request, headers: { ...request.headers, traceparent } };
}

/** A failed attempt; without a fault it says nothing about the health of the route. */
type Failure = Exclude<AttemptResult<never>, { kind: 'answered' }> & {
  readonly fault?: RouteFault;
};

/** Interprets an answer with a status other than 2xx. */
async function readRefusal(
  { candidate }: CandidateCall,
  prepared: PreparedRequest,
  answer: UpstreamAnswer,
  routes: AttemptObserver,
): Promise<Failure> {
  const { headers, status } = answer;
  const failure = prepared.readFailure(status, await readBounded(answer, errorBody), headers);
  const error = explainFailure(failure, candidate.target);
  if (isFinal(failure)) return { kind: 'final', error, ending: undefined };
  const seconds = readRetryAfter(headers['retry-after']);
  const isOverloaded = failure.kind === 'overloaded';
  if (seconds !== undefined && (isOverloaded || failure.kind === 'rate-limited'))
    routes.noteRetryAfter(candidate.route.id, seconds);
  return {
    kind: 'next',
    error,
    isTransient: transientStatuses.has(status) && seconds === undefined,
    ...(isOverloaded ? { fault: 'failed' as const } : {}),
  };
}

/** Interprets an error before or inside an answer. Raises internal errors. */
function explainError(error: unknown): Failure {
  // The request could not be prepared for this candidate: nothing was sent.
  if (error instanceof AppError) return { kind: 'next', error, isTransient: false };
  if (error instanceof AnswerFailedError) return explainAnswer(error);
  if (!(error instanceof UpstreamError)) throw error;
  if (error.fault === 'cancelled') {
    const shown = new AppError('bad_request', { cause: error });
    return { kind: 'final', error: shown, ending: cancelAnswer(error) };
  }
  const isTimeout = error.fault === 'timeout';
  return {
    kind: 'next',
    error: new AppError(isTimeout ? 'timeout' : 'upstream_unreachable', { cause: error }),
    isTransient: !isTimeout,
    fault: 'unreachable',
  };
}

function explainAnswer(error: AnswerFailedError): Failure {
  const { shown } = error;
  const isProviders = shown.reason === 'upstream_unavailable' || shown.reason === 'timeout';
  const fault = shown.reason === 'timeout' ? 'unreachable' : 'failed';
  return {
    ...(error.isFinal
      ? { kind: 'final', error: shown, ending: error }
      : { kind: 'next', error: shown, isTransient: false }),
    ...(isProviders && !error.isCancelled ? { fault } : {}),
  };
}
