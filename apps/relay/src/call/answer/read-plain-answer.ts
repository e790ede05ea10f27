import { AppError } from '@tollgate/errors';
import { cancelAnswer, failAnswer, failBody, refuseAnswer } from '../attempt/answer-failed-error';
import type { CompleteAnswer } from './complete-answer';
import type { PlainAnswer, PlainReading } from '../../domain/endpoint';
import { BodyFaultError, pumpBody, type BodySource } from '../attempt/pump-body';
import { readAll } from '../attempt/read-all';
import type { OpenedCall } from '../attempt/opened-call';

const answerBytesMax = 32 * 1024 * 1024;

/** Reads a whole JSON answer. Raises AnswerFailedError. */
export async function readPlainAnswer(
  call: OpenedCall,
  idleTimeoutMs: number,
): Promise<CompleteAnswer> {
  const answers = [call.answer, ...(call.otherAnswers ?? [])];
  const quota = { bytesLeft: answerBytesMax };
  const given = await readAll(answers, async ({ body, headers }) => ({
    text: await readText(call, body, { idleTimeoutMs, quota }),
    headers,
  }));
  const reading = await interpret(call, given);
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

async function interpret(
  { prepared }: OpenedCall,
  answers: readonly PlainAnswer[],
): Promise<PlainReading> {
  const text = answers[0]?.text ?? '';
  try {
    if (prepared.joined !== undefined) return prepared.joined.readPlain(answers);
    return prepared.readWhole ? await prepared.readWhole(text) : prepared.readPlain(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A failure of our own would occur with every candidate.
    throw error.reason === 'pipeline_error' ? refuseAnswer(error) : failAnswer(error, error);
  }
}

interface Reading {
  readonly idleTimeoutMs: number;
  /** Shared by all answers. */
  readonly quota: { bytesLeft: number };
}

async function readText(
  call: OpenedCall,
  body: BodySource,
  { idleTimeoutMs, quota }: Reading,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const take = (chunk: Buffer): undefined => {
      bytes += chunk.length;
      quota.bytesLeft -= chunk.length;
      if (quota.bytesLeft < 0)
        throw failAnswer(
          new AppError('upstream_unavailable', { message: 'The provider sent too much' }),
        );
      chunks.push(chunk);
      return undefined;
    };
    await pumpBody(body, take, idleTimeoutMs);
  } catch (error) {
    if (call.clientGone.aborted) throw cancelAnswer(error);
    if (!(error instanceof BodyFaultError)) throw error;
    throw failBody(error);
  }
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes)).toString('utf8');
}
