import { renderResponse } from '@tollgate/dialects/openai-chat';
import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import { cancelAnswer, failAnswer, type CompleteAnswer } from './answer';
import { BodyFaultError, pumpBody } from './pump-body';
import type { OpenedCall } from './stages';

const answerBytesMax = 32 * 1024 * 1024;

/** Reads a whole JSON answer. Raises AnswerFailedError. */
export async function readPlainAnswer(
  call: OpenedCall,
  idleTimeoutMs: number,
): Promise<CompleteAnswer> {
  const text = await readText(call, idleTimeoutMs);
  const body = parseAnswer(text);
  const reading = call.candidate.adapter.readResponse(body);
  if (!reading.hasContent)
    throw failAnswer(
      new AppError('upstream_unavailable', { message: 'The provider returned no answer' }),
    );
  const face = { generationId: formatGenerationId(call.ulid), model: call.model.id };
  return {
    ...reading,
    upstreamUsage: body['usage'],
    firstTokenMs: undefined,
    isCancelled: call.clientGone.aborted,
    hold: call.hold,
    render: (usage) => renderResponse(text, face, usage),
  };
}

async function readText(call: OpenedCall, idleTimeoutMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const take = (chunk: Buffer): undefined => {
      bytes += chunk.length;
      if (bytes > answerBytesMax)
        throw failAnswer(
          new AppError('upstream_unavailable', { message: 'The provider sent too much' }),
        );
      chunks.push(chunk);
      return undefined;
    };
    await pumpBody(call.answer.body, take, idleTimeoutMs);
  } catch (error) {
    if (call.clientGone.aborted) throw cancelAnswer(error);
    if (!(error instanceof BodyFaultError)) throw error;
    throw failAnswer(
      new AppError(error.fault === 'idle' ? 'timeout' : 'upstream_unavailable'),
      error,
    );
  }
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes)).toString('utf8');
}

function parseAnswer(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Falls through: not JSON is as unusable as not an object.
  }
  throw failAnswer(
    new AppError('upstream_unavailable', {
      message: 'The provider answered with something unreadable',
    }),
  );
}
