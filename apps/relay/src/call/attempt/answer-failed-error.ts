import { AppError } from '@tollgate/errors';

/** The answer broke off, or was not one. Nothing is charged. */
export class AnswerFailedError extends Error {
  override readonly name: string = 'AnswerFailedError';

  constructor(
    readonly shown: AppError,
    readonly isCancelled: boolean,
    /** Another provider would fail, too: the fault is the caller's, or its means are at an end. */
    readonly isFinal: boolean,
    options?: { cause: unknown },
  ) {
    super(shown.message, options);
  }

  /** The same, with nobody else to ask. */
  asFinal(): AnswerFailedError {
    if (this.isFinal) return this;
    return new AnswerFailedError(this.shown, this.isCancelled, true, { cause: this.cause });
  }
}

/** The credit ran out in the middle of a stream. */
export class ExhaustedError extends AnswerFailedError {
  constructor(shown: AppError) {
    super(shown, false, true);
  }
}

export function failAnswer(shown: AppError, cause?: unknown): AnswerFailedError {
  return new AnswerFailedError(shown, false, false, { cause });
}

/** The provider said no, and the next one would say the same. */
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
