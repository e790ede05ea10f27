import { AppError } from '@tollgate/errors';
import { cancelAnswer, failAnswer, type CompleteAnswer } from './answer';
import type { PlainReading } from '../endpoints/endpoint';
import { BodyFaultError, pumpBody } from './pump-body';
import type { OpenedCall } from './stages';

const answerBytesMax = 32 * 1024 * 1024;

/** Reads a whole JSON answer. Raises AnswerFailedError. */
export async function readPlainAnswer(
  call: OpenedCall,
  idleTimeoutMs: number,
): Promise<CompleteAnswer> {
  const reading = interpret(call, await readText(call, idleTimeoutMs));
  if (!reading.hasContent)
    throw failAnswer(
      new AppError('upstream_unavailable', { message: 'The provider returned no answer' }),
    );
  return {
    ...reading,
    firstTokenMs: undefined,
    isCancelled: call.clientGone.aborted,
    hold: call.hold,
  };
}

function interpret({ prepared }: OpenedCall, text: string): PlainReading {
  try {
    return prepared.readPlain(text);
  } catch (error) {
    throw error instanceof AppError ? failAnswer(error, error) : error;
  }
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
      new AppError(error.fault === 'cut' ? 'upstream_unavailable' : 'timeout'),
      error,
    );
  }
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes)).toString('utf8');
}
