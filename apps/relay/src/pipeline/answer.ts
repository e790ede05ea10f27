import { AppError } from '@tollgate/errors';
import type { FinishReason, SettledUsage, UsageReading } from '@tollgate/model-spec';
import type { HoldRef } from '@tollgate/till';
import type { PlainReading } from '../endpoints/endpoint';

/** An answer that came to its end; its last bytes wait until the call is settled. */
export interface CompleteAnswer extends Pick<
  PlainReading,
  'extras' | 'makeLines' | 'renderHeaders'
> {
  readonly usage: UsageReading;
  readonly upstreamUsage: unknown;
  readonly finishReason: FinishReason | undefined;
  readonly nativeFinishReason: string | undefined;
  readonly firstTokenMs: number | undefined;
  /** The client left, but the upstream had already told what was used. */
  readonly isCancelled: boolean;
  /** What the call holds in the end. */
  readonly hold: HoldRef;
  readonly render: (settled: SettledUsage) => string | Buffer;
}

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
