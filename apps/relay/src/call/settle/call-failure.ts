import { AppError } from '@tollgate/errors';
import type { StreamedOutput } from '../answer/complete-answer';
import { AnswerFailedError } from '../attempt/answer-failed-error';
import { AttemptsFailedError } from '../attempt/attempt-candidates';
import type { Attempt, OpenedCall } from '../attempt/opened-call';
import type { CallCandidate } from '../route/routed-call';

/** Why a call that was held is not charged. */
export interface CallFailure {
  readonly shown: AppError;
  readonly isCancelled: boolean;
  /** The gateway cut the stream because the credit did not cover more of it. */
  readonly isExhausted: boolean;
  readonly attempts: readonly Attempt[];
  /** The last that was tried; left out: none was. */
  readonly candidate?: CallCandidate;
  /** What a stream had produced by then; left out: nothing. */
  readonly output?: StreamedOutput;
}

type Tried = Pick<OpenedCall, 'attempts' | 'candidate'>;

/** `tried`: what was attempted, where the error does not contain it. */
export function describeFailure(error: unknown, tried: Tried): CallFailure & Tried {
  if (error instanceof AttemptsFailedError) {
    const { attempts, candidate, isCancelled, isExhausted, shown } = error;
    return { shown, isCancelled, isExhausted, attempts, candidate };
  }
  const shown = error instanceof AnswerFailedError ? error.shown : AppError.from(error);
  const { attempts, candidate } = tried;
  return { shown, isCancelled: false, isExhausted: false, attempts, candidate };
}
