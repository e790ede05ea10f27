import { BadUpstreamEventError, ChatStream } from '@tollgate/dialects/openai-chat';
import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import { mapStopReason, mapUsage } from '@tollgate/providers/openai';
import { SseOversizeError, SseReader } from '@tollgate/provider-kit';
import { AnswerFailedError, cancelAnswer, failAnswer, type CompleteAnswer } from './answer';
import type { Holds } from './holds';
import { StreamMeter } from './meter-stream';
import { BodyFaultError, pumpBody } from './pump-body';
import type { OpenedCall } from './stages';
import type { StreamWriter } from './stream-writer';

export interface StreamOptions {
  readonly holds: Pick<Holds, 'extend'>;
  readonly idleTimeoutMs: number;
}

const eventBytesMax = 1024 * 1024;

/** Passes a stream on, all but its last chunk. Raises AnswerFailedError. */
export async function streamAnswer(
  call: OpenedCall,
  writer: StreamWriter,
  { holds, idleTimeoutMs }: StreamOptions,
): Promise<CompleteAnswer> {
  const face = { generationId: formatGenerationId(call.ulid), model: call.model.id };
  const meter = StreamMeter.of(call, holds);
  const stream = new ChatStream(face, mapUsage, meter && ((text) => meter.count(text)));
  const reader = new SseReader(eventBytesMax);
  let firstTokenMs: number | undefined;
  const take = (chunk: Buffer): Promise<void> | 'enough' | undefined => {
    let frames = '';
    for (const event of reader.push(chunk)) frames += stream.push(event.data);
    if (stream.hasContent) firstTokenMs ??= Date.now() - call.startedAtMs;
    const written = frames === '' ? undefined : writer.write(frames);
    if (stream.isDone) return 'enough';
    return meter?.isUsedUp === true ? meter.extend().then(() => written) : written;
  };
  try {
    await pumpBody(call.answer.body, take, idleTimeoutMs);
  } catch (error) {
    if (!call.clientGone.aborted) throw toFailure(error);
    // The upstream had finished and told its usage: the call happened and is paid for.
    if (!isComplete(stream) || stream.usage.kind !== 'usage') throw cancelAnswer(error);
  }
  if (!isComplete(stream) || stream.hasFailed)
    throw failAnswer(new AppError('upstream_unavailable'));
  return {
    usage: stream.usage,
    upstreamUsage: stream.upstreamUsage,
    finishReason: mapStopReason(stream.nativeFinishReason),
    nativeFinishReason: stream.nativeFinishReason,
    firstTokenMs,
    isCancelled: call.clientGone.aborted,
    hold: meter?.hold ?? call.hold,
    render: (usage) => stream.finish(usage),
  };
}

/** A stream that just stops is broken; one that said why it ended, or what it used, is not. */
function isComplete(stream: ChatStream): boolean {
  return (
    stream.hasFinished || (stream.isDone && stream.hasContent) || stream.usage.kind === 'usage'
  );
}

function toFailure(error: unknown): AnswerFailedError {
  if (error instanceof AnswerFailedError) return error;
  if (error instanceof BodyFaultError && error.fault === 'idle')
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
