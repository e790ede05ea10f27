import { AppError } from '@tollgate/errors';
import type { AnswerPart, AnswerReading, NeutralAnswer, Translation } from '@tollgate/model-spec';
import { parseAnswer } from '../../domain/parse-answer';

export interface TranslatedReading extends AnswerReading {
  /** What the client may see of it. */
  readonly visible: NeutralAnswer;
}

/** Raises upstream_unavailable. */
export function readTranslated(
  text: string,
  translation: Pick<Translation, 'readResponse'>,
  hidesReasoning: boolean,
): TranslatedReading {
  const answer = translation.readResponse(parseAnswer(text));
  const { extras, finishReason, nativeFinishReason, parts, usage } = answer;
  if (finishReason === 'error') {
    throw new AppError('upstream_unavailable', { message: 'The provider failed at its answer' });
  }
  return {
    hasContent: parts.length > 0 || finishReason !== undefined,
    finishReason,
    nativeFinishReason,
    usage,
    extras,
    visible: hidesReasoning ? { ...answer, parts: parts.filter(isNotReasoning) } : answer,
  };
}

function isNotReasoning({ type }: AnswerPart): boolean {
  return type !== 'reasoning';
}
