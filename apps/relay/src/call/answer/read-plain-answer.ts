import { AppError } from '@tollgate/errors';
import { cancelAnswer, failAnswer, failBody, refuseAnswer } from '../attempt/answer-failed-error';
import type { CompleteAnswer } from './complete-answer';
import type { PlainReading } from '../../domain/endpoint';
import { BodyFaultError, pumpBody } from '../attempt/pump-body';
import type { OpenedCall } from '../attempt/opened-call';

const answerBytesMax = 32 * 1024 * 1024;

/** Reads a whole JSON answer. Raises AnswerFailedError. */
export async function readPlainAnswer(
  call: OpenedCall,
  idleTimeoutMs: number,
): Promise<CompleteAnswer> {
  const reading = await interpret(call, await readText(call, idleTimeoutMs));
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

async function interpret({ prepared }: OpenedCall, text: string): Promise<PlainReading> {
  try {
    return prepared.readWhole ? await prepared.readWhole(text) : prepared.readPlain(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A failure of our own would occur with every candidate.
    throw error.reason === 'pipeline_error' ? refuseAnswer(error) : failAnswer(error, error);
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
    throw failBody(error);
  }
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes)).toString('utf8');
}
