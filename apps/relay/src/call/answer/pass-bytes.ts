import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import { computeCharge, formatUsd, type Nanos } from '@tollgate/money';
import type { PassBytes } from '../../domain/endpoint';
import {
  AnswerFailedError,
  cancelAnswer,
  failAnswer,
  failBody,
} from '../attempt/answer-failed-error';
import type { AnswerSink } from './answer-sink';
import type { CompleteAnswer } from './complete-answer';
import { BodyFaultError, pumpBody } from '../attempt/pump-body';
import type { OpenedCall } from '../attempt/opened-call';
import { waitForDrain } from './wait-for-drain';

/** Hours of audio in any format; more is a fault of the provider. */
const answerBytesMax = 1024 * 1024 * 1024;

/** For answers that are not JSON and cannot contain their cost. */
const costHeader = 'x-tollgate-cost';

/**
 * Passes bytes on as they arrive, all but the last chunk, which is sent after the call is recorded.
 * Raises AnswerFailedError.
 */
export async function passAnswerBytes(
  call: OpenedCall,
  bytes: PassBytes,
  response: AnswerSink,
  idleTimeoutMs: number,
): Promise<CompleteAnswer> {
  const type = bytes.readType(call.answer.headers);
  if (type === undefined) {
    call.answer.abort();
    throw makeFailure('The provider answered with something else than was asked for');
  }
  const heads = makeHeads(call, type, computeCharge(bytes.makeLines(call.candidate.prices)));
  let firstMs: number | undefined;
  let kept: Buffer | undefined;
  let total = 0;
  const take = (chunk: Buffer): Promise<void> | undefined => {
    total += chunk.length;
    if (total > answerBytesMax) throw makeFailure('The provider sent too much');
    if (chunk.length === 0) return undefined;
    firstMs ??= Date.now() - call.startedAtMs;
    const ready = kept;
    kept = chunk;
    if (ready === undefined || response.destroyed) return undefined;
    if (!response.headersSent) response.writeHead(200, heads);
    return response.write(ready) ? undefined : waitForDrain(response);
  };
  try {
    await pumpBody(call.answer.body, take, idleTimeoutMs);
  } catch (error) {
    throw call.clientGone.aborted ? cancelAnswer(error) : explain(error, response.headersSent);
  }
  const last = kept;
  if (last === undefined) throw makeFailure('The provider returned no bytes');
  return {
    usage: { kind: 'missing' },
    upstreamUsage: undefined,
    makeLines: bytes.makeLines,
    finishReason: 'stop',
    nativeFinishReason: undefined,
    firstTokenMs: firstMs,
    isCancelled: call.clientGone.aborted,
    hold: call.hold,
    render: () => last,
    renderHeaders: () => heads,
  };
}

function makeHeads(call: OpenedCall, type: string, priceNanos: Nanos): Record<string, string> {
  const costNanos = call.unpaid === undefined ? priceNanos : 0n;
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'x-generation-id': formatGenerationId(call.ulid),
    [costHeader]: formatUsd(costNanos),
  };
}

/** No other candidate can continue an answer that the client has begun to receive. */
function explain(error: unknown, hasBegun: boolean): unknown {
  const failure = error instanceof BodyFaultError ? failBody(error) : error;
  return failure instanceof AnswerFailedError && hasBegun ? failure.asFinal() : failure;
}

function makeFailure(message: string): AnswerFailedError {
  return failAnswer(new AppError('upstream_unavailable', { message }));
}
