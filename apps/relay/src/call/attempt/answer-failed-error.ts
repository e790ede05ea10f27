import { AppError } from '@tollgate/errors';
import type { BodyFaultError } from './pump-body';

/** The answer was incomplete or unusable. Nothing is charged. */
export class AnswerFailedError extends Error {
  override readonly name: string = 'AnswerFailedError';

  constructor(
    readonly shown: AppError,
    readonly isCancelled: boolean,
    /** No other candidate is tried: the fault is the caller's, or its credit is used up. */
    readonly isFinal: boolean,
    options?: { cause: unknown },
  ) {
    super(shown.message, options);
  }

  /** The same failure, after which no other candidate is tried. */
  asFinal(): AnswerFailedError {
    if (this.isFinal) return this;
    return new AnswerFailedError(this.shown, this.isCancelled, true, { cause: this.cause });
  }
}

export class ExhaustedError extends AnswerFailedError {
  constructor(shown: AppError) {
    super(shown, false, true);
  }
}

export function failAnswer(shown: AppError, cause?: unknown): AnswerFailedError {
  return new AnswerFailedError(shown, false, false, { cause });
}

/** A response body that was cut off or too slow. */
export function failBody(error: BodyFaultError): AnswerFailedError {
  const shown = new AppError(error.fault === 'cut' ? 'upstream_unavailable' : 'timeout');
  return failAnswer(shown, error);
}

/** The provider refused the request, and other providers would refuse it as well. */
export function refuseAnswer(shown: AppError): AnswerFailedError {
  return new AnswerFailedError(shown, false, true);
}

export function cancelAnswer(cause?: unknown): AnswerFailedError {
  return new AnswerFailedError(
    new AppError('bad_request', { message: 'The client went away' }),
    true,
    true,
    { cause },
  );
}
