import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { SecretBox } from '@tollgate/secret-box';
import type { ReceivedCall } from '../receive/received-call';
import type { CallEnd, RunCall } from '../relay-call';
import type { AnswerBudget } from './answer-budget';
import { AnswerParts } from './answer-parts';
import { AnswerRecorder, type CallEnding } from './answer-recorder';
import type { CallKeys, KeyedCall } from './call-keys';
import { RecordedResponse } from './recorded-response';
import type { WaitingRoom } from './waiting-room';
import { watchListeners, type Listeners, type ListenTimes } from './watch-listeners';

export interface RunOnceOptions {
  readonly runCall: RunCall;
  readonly keys: CallKeys;
  readonly secrets: SecretBox;
  readonly budget: AnswerBudget;
  /** Of one answer, as it is stored. */
  readonly answerBytesMax: number;
  readonly times: ListenTimes;
  readonly room: WaitingRoom;
  readonly logger: Logger;
}

/** A call that runs under its key. */
export interface RunningCall {
  readonly listeners: Listeners;
  /** The client may have its answer. Raises the failure of a call of which nothing was sent. */
  readonly answered: Promise<void>;
  /** Its end is known to all relays. Never rejects. */
  readonly ended: Promise<void>;
}

/** Runs the first call with a key, and keeps its answer and its end. */
export function runOnce(
  keyed: KeyedCall,
  call: ReceivedCall,
  response: Response,
  options: RunOnceOptions,
): RunningCall {
  const { answerBytesMax: bytesMax, budget, keys, logger, secrets } = options;
  const { walletId } = call.caller;
  const parts = new AnswerParts(secrets, keyed);
  const recorder = new AnswerRecorder(keyed, { keys, parts, budget, walletId, bytesMax, logger });
  const enterRoom = (): (() => void) | undefined => options.room.enter(call.bodyText.length);
  const listeners = watchListeners(recorder, call.clientGone, { ...options.times, enterRoom });
  const recorded = new RecordedResponse(response, recorder);
  const running = options.runCall({ ...call, clientGone: listeners.gone }, recorded);
  const finish = async (end: CallEnd, error: AppError | undefined): Promise<void> => {
    listeners.end();
    const sealed = error === undefined ? {} : { error: parts.sealError(error) };
    await recorder.finish({ ...readResult(end), ...sealed });
  };
  return {
    listeners,
    answered: running.then(
      () => undefined,
      (error: unknown) => {
        // Where no client is left to answer, the failure is on record.
        if (response.destroyed) return;
        recorded.passHeaders();
        throw error;
      },
    ),
    ended: running.then(
      (end) => finish(end, recorded.destroyed ? new AppError('upstream_unavailable') : undefined),
      (error: unknown) => finish({ isComplete: false, costNanos: 0n }, AppError.from(error)),
    ),
  };
}

/** A call that failed and cost nothing leaves its key free: clients send it again with that key. */
function readResult({ costNanos, isComplete }: CallEnd): CallEnding {
  return { state: isComplete || costNanos > 0n ? 'done' : 'free', costNanos };
}
