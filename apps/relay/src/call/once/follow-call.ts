import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import type { SecretBox } from '@tollgate/secret-box';
import { AnswerReader } from './answer-reader';
import type { CallKeys, CallView, KeyedCall } from './call-keys';
import { explainNoAnswer } from './describe-first';

export interface FollowOptions {
  readonly keys: Pick<CallKeys, 'look'>;
  readonly secrets: SecretBox;
  readonly clientGone: AbortSignal;
}

const pollMs = 100;
/** Longer than any call. */
const followMsMax = 60 * 60 * 1_000;
/** Looks that may fail one after the other, while Redis is away. */
const failuresMax = 20;
const failurePauseMs = 500;
const retryAfterSeconds = 1;

/** Whether the first call still ran when the repeated one came. */
export type Following = 'waited' | 'replayed';

/** Answers with the bytes of the first call, as they come or from what was kept of them. */
export async function followCall(
  { id }: Pick<KeyedCall, 'id'>,
  response: Response,
  options: FollowOptions,
): Promise<Following> {
  const { clientGone, keys, secrets } = options;
  const look = createPatientLook(keys, id);
  const untilMs = Date.now() + followMsMax;
  let reader: AnswerReader | undefined;
  let following: Following | undefined;
  while (!clientGone.aborted && Date.now() < untilMs) {
    const view = await look(reader?.next ?? 0);
    following ??= view.state === 'running' ? 'waited' : 'replayed';
    if (reader === undefined) reader = new AnswerReader({ id, ulid: view.ulid }, response, secrets);
    else if (reader.ulid !== view.ulid) {
      reader = startOver(response);
      continue;
    }
    if (await passOn(view, reader, response)) return following;
  }
  response.destroy();
  return following ?? 'waited';
}

/** The call has failed, and another one has begun. */
function startOver(response: Response): undefined {
  if (response.headersSent) throw new AppError('upstream_unavailable');
}

/** True: the answer is complete. */
async function passOn(view: CallView, reader: AnswerReader, response: Response): Promise<boolean> {
  const refusal = explainNoAnswer(view);
  if (refusal !== undefined) throw refusal;
  await reader.send(view.parts);
  if (view.state !== 'running' && reader.next >= view.partCount) {
    endAnswer(view.error === undefined ? undefined : reader.openError(view.error), response);
    return true;
  }
  if (view.parts.length === 0) await sleep(pollMs);
  return false;
}

/** Bears that Redis is away for some seconds, as during a failover. */
function createPatientLook(
  keys: Pick<CallKeys, 'look'>,
  id: string,
): (fromPart: number) => Promise<CallView> {
  let failures = 0;
  return async (fromPart) => {
    for (;;) {
      try {
        const view = await keys.look(id, fromPart);
        failures = 0;
        // It failed, and this client was slower than the time for which that is known.
        if (view === undefined) throw new AppError('overloaded', { retryAfterSeconds });
        return view;
      } catch (cause) {
        failures += 1;
        if (AppError.is(cause)) throw cause;
        if (failures >= failuresMax) throw new AppError('overloaded', { retryAfterSeconds, cause });
        await sleep(failurePauseMs);
      }
    }
  };
}

function endAnswer(error: AppError | undefined, response: Response): void {
  if (error === undefined) response.end();
  // Only a broken connection shows the client that bytes are missing.
  else if (response.headersSent) response.destroy();
  else throw error;
}
