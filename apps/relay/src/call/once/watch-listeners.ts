import { beatIntervalMs } from '@tollgate/till';
import type { AnswerRecorder } from './answer-recorder';

export interface ListenTimes {
  /** How often a running call says that it runs. */
  readonly beatMs: number;
  /** A call without a listener for this long is cancelled. */
  readonly lonelyMs: number;
}

/** Clients that lost their connection send their request again within seconds. */
export const listenTimes: ListenTimes = { beatMs: beatIntervalMs, lonelyMs: 30_000 };

export interface Listeners {
  /** Aborted when neither the first client nor a repeated call listens any more. */
  readonly gone: AbortSignal;
  /** Cancels the call as soon as the first client is gone: the process is about to end. */
  readonly stopWaiting: () => void;
  readonly end: () => void;
}

/** A repeated call that has looked within this time still follows. */
const followedMsMax = 3_000;

/**
 * Keeps a call alive while a client waits for its answer, and says that it runs. `enterRoom` is
 * asked when the first client is gone: without room, the call goes on only if it is followed.
 */
export function watchListeners(
  recorder: Pick<AnswerRecorder, 'beat'>,
  clientGone: AbortSignal,
  { beatMs, enterRoom, lonelyMs }: ListenTimes & { enterRoom: () => (() => void) | undefined },
): Listeners {
  const nobody = new AbortController();
  let isStopping = false;
  let leaveRoom: (() => void) | undefined;
  let goneAtMs: number | undefined;
  const noteGone = (): void => {
    goneAtMs = Date.now();
    leaveRoom = enterRoom();
    if (isStopping) nobody.abort();
  };
  if (clientGone.aborted) noteGone();
  else clientGone.addEventListener('abort', noteGone, { once: true });
  const beat = async (): Promise<void> => {
    const followedMs = await recorder.beat();
    // Not known: Redis is away. The call goes on, to be safe.
    if (goneAtMs === undefined || followedMs === undefined) return;
    const waitMs = leaveRoom === undefined ? followedMsMax : lonelyMs;
    if (followedMs >= waitMs && (leaveRoom === undefined || Date.now() - goneAtMs >= waitMs))
      nobody.abort();
  };
  const timer = setInterval(() => void beat(), beatMs);
  return {
    gone: nobody.signal,
    stopWaiting: () => {
      isStopping = true;
      if (goneAtMs !== undefined) nobody.abort();
    },
    end: () => {
      clearInterval(timer);
      clientGone.removeEventListener('abort', noteGone);
      leaveRoom?.();
    },
  };
}
