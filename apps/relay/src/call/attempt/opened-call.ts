import type { HeldCall } from '../admit/held-call';
import type { CallCandidate } from '../route/routed-call';
import type { UpstreamAnswer } from './open-upstream';

/** One attempt, for the usage record. */
export interface Attempt {
  readonly provider: string;
  readonly routeId: string;
  readonly status: number;
  readonly durationMs: number;
  readonly error: string;
}

/** A held call, and the candidate that is attempted now. */
export interface CandidateCall extends HeldCall {
  readonly candidate: CallCandidate;
}

export interface OpenedCall extends CandidateCall {
  readonly attemptStartedAtMs: number;
  readonly attempts: readonly Attempt[];
  readonly answer: UpstreamAnswer;
  /** The answers to the other requests; left out: there was one request. */
  readonly otherAnswers?: readonly UpstreamAnswer[];
}

export interface Answered<Answer> {
  readonly opened: OpenedCall;
  readonly answer: Answer;
}

/** Reads an answer with a 2xx status. Raises AnswerFailedError. */
export type ReadAnswer<Answer> = (opened: OpenedCall) => Promise<Answer>;
