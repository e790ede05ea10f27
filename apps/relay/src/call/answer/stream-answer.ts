import { AppError } from '@tollgate/errors';
import { BadUpstreamEventError, type AnswerStream } from '@tollgate/model-spec';
import { explainFailure, isFinal, SseOversizeError, SseReader } from '@tollgate/model-kit';
import {
  AnswerFailedError,
  cancelAnswer,
  failAnswer,
  refuseAnswer,
} from '../attempt/answer-failed-error';
import type { CompleteAnswer } from './complete-answer';
import type { UseCount } from './count-uses';
import type { Meter } from './meter-stream';
import { BodyFaultError, pumpBody } from '../attempt/pump-body';
import type { UpstreamAnswer } from '../attempt/open-upstream';
import type { OpenedCall } from '../attempt/opened-call';
import type { StreamWriter } from './stream-writer';
import { takeBlock } from './take-block';

export interface StreamParts {
  readonly stream: AnswerStream;
  readonly writer: StreamWriter;
  /** Undefined when the whole worst case is held. */
  readonly meter: Meter | undefined;
  /** Left out: the call has no hosted tools. */
  readonly uses?: UseCount | undefined;
  readonly idleTimeoutMs: number;
}

const eventBytesMax = 1024 * 1024;

/** Passes a stream on, all but its last frames. Raises AnswerFailedError. */
export async function streamAnswer(call: OpenedCall, parts: StreamParts): Promise<CompleteAnswer> {
  const { meter, stream } = parts;
  const firstTokenMs = await passStream(call, call.answer, parts);
  return {
    ...readEnd(stream),
    firstTokenMs,
    isCancelled: call.clientGone.aborted,
    hold: meter?.hold ?? call.hold,
    render: (settled) => stream.finish(settled),
  };
}

/** Reads one answer to its end. Returns when its first content came. Raises AnswerFailedError. */
export async function passStream(
  call: OpenedCall,
  answer: UpstreamAnswer,
  { idleTimeoutMs, meter, stream, uses, writer }: StreamParts,
): Promise<number | undefined> {
  const { adapter } = call.candidate;
  const reader = adapter.createEventReader?.(eventBytesMax) ?? new SseReader(eventBytesMax);
  let firstTokenMs: number | undefined;
  const pass = (frames: string): Promise<void> | undefined => {
    // Frames before the first content wait for it: they need no packet of their own.
    if (!stream.hasContent) return void writer.hold(frames);
    firstTokenMs ??= Date.now() - call.startedAtMs;
    return frames === '' ? undefined : writer.write(frames);
  };
  const readEvents = (block: string): string => {
    let frames = '';
    try {
      for (const event of reader.parse(block)) {
        frames += stream.push(event);
        uses?.note(event);
      }
    } catch (error) {
      // The events before the failing one are valid, and the client receives them.
      void pass(frames);
      throw error;
    }
    return frames;
  };
  const takers = {
    stream,
    takePlain: (frames: string) => writer.writeBytes(frames),
    takeEvents: (block: string) => pass(readEvents(block)),
  };
  const take = (chunk: Buffer): Promise<void> | 'enough' | undefined => {
    writer.commit();
    const written = takeBlock(reader.cut(chunk), takers);
    // A provider that reported a failure may still keep the connection open.
    if (stream.isDone || stream.failure !== undefined) return 'enough';
    return meter?.isUsedUp === true ? meter.extend().then(() => written) : written;
  };
  try {
    await pumpBody(answer.body, take, idleTimeoutMs);
    void pass(stream.end());
  } catch (error) {
    if (!call.clientGone.aborted) throw toFailure(error);
    // The provider had finished and reported its usage: the call is charged.
    if (!isComplete(stream) || stream.usage.kind !== 'usage') throw cancelAnswer(error);
  }
  if (stream.failure !== undefined) {
    const shown = explainFailure(stream.failure, call.candidate.target);
    throw isFinal(stream.failure) ? refuseAnswer(shown) : failAnswer(shown);
  }
  if (!isComplete(stream)) throw failAnswer(new AppError('upstream_unavailable'));
  return firstTokenMs;
}

function readEnd(
  stream: AnswerStream,
): Pick<
  CompleteAnswer,
  'extras' | 'finishReason' | 'nativeFinishReason' | 'upstreamUsage' | 'usage'
> {
  const { extras, finishReason, nativeFinishReason, upstreamUsage, usage } = stream;
  return { extras, finishReason, nativeFinishReason, upstreamUsage, usage };
}

/**
 * A stream with a finish reason is complete; so is content followed by a usage or an end marker. A
 * stream that stops otherwise is broken, and one without content is no answer.
 */
function isComplete(stream: AnswerStream): boolean {
  if (stream.hasFinished) return true;
  return stream.hasContent && (stream.isDone || stream.usage.kind === 'usage');
}

function toFailure(error: unknown): AnswerFailedError {
  if (error instanceof AnswerFailedError) return error;
  if (error instanceof BodyFaultError && error.fault !== 'cut')
    return failAnswer(new AppError('timeout'), error);
  const isUpstreamFault =
    error instanceof BodyFaultError ||
    error instanceof BadUpstreamEventError ||
    error instanceof SseOversizeError;
  return failAnswer(
    isUpstreamFault ? new AppError('upstream_unavailable', { cause: error }) : AppError.from(error),
    error,
  );
}
