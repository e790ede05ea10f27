import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { checkIdempotencyKey } from '@tollgate/idempotency';
import type { Part } from '@tollgate/lifecycle';
import type { RelayCall } from '../relay-call';
import type { KeyedCall } from './call-keys';
import { claimKey } from './claim-key';
import { followCall, type Following, type FollowOptions } from './follow-call';
import { identifyCall } from './identify-call';
import { runOnce, type RunningCall, type RunOnceOptions } from './run-once';
import { WaitingRoom } from './waiting-room';

/** `refused`: the key was used with another request, or the first call left no answer. */
export type OnceOutcome = 'first' | Following | 'refused';

export interface RelayOnceOptions extends Omit<RunOnceOptions, 'room'> {
  /** Finds out what has become of the calls of an earlier process. */
  readonly recover: () => Promise<void>;
  readonly countOutcome: (outcome: OnceOutcome) => void;
}

export interface RelayOnce {
  readonly relayCall: RelayCall;
  readonly part: Part;
}

/** Bodies of calls that run on without their client: no other budget counts them. */
const waitingBytesMax = 64 * 1024 * 1024;

/**
 * A call with an `Idempotency-Key` runs once in 24 hours. A repeated one follows the first while it
 * runs, and is answered with its kept bytes afterwards. Calls without the header pass.
 */
export function createRelayOnce(options: RelayOnceOptions): RelayOnce {
  const { countOutcome, keys, logger, runCall } = options;
  const running = new Set<RunningCall>();
  const room = new WaitingRoom(waitingBytesMax);

  const relayCall: RelayCall = async (call, response) => {
    const { idempotency } = call;
    if (idempotency === undefined) {
      await runCall(call, response);
      return;
    }
    const key = checkIdempotencyKey(idempotency.key);
    const keyed = await identifyCall(call, idempotency.path, key);
    switch (await claimKey(keyed, keys, logger)) {
      case 'other-request':
        countOutcome('refused');
        throw new AppError('conflict', {
          message:
            'This Idempotency-Key was used with another request. Use one key per request, and ' +
            'the same key only to send the same request again',
          param: 'Idempotency-Key',
        });
      case 'taken':
        return follow(keyed, response, { ...options, clientGone: call.clientGone });
      case 'run': {
        countOutcome('first');
        const started = runOnce(keyed, call, response, { ...options, room });
        running.add(started);
        void started.ended.finally(() => running.delete(started));
        await started.answered;
      }
    }
  };

  const part: Part = {
    name: 'idempotent calls',
    start: options.recover,
    stop: async () => {
      for (const { listeners } of running) listeners.stopWaiting();
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
  return { relayCall, part };
}

async function follow(
  keyed: KeyedCall,
  response: Response,
  options: RelayOnceOptions & Pick<FollowOptions, 'clientGone'>,
): Promise<void> {
  let outcome: OnceOutcome = 'refused';
  try {
    outcome = await followCall(keyed, response, options);
  } finally {
    options.countOutcome(outcome);
  }
}
