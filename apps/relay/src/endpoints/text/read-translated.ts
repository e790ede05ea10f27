import { AppError } from '@tollgate/errors';
import type {
  Annotation,
  AnswerPart,
  AnswerReading,
  NeutralAnswer,
  Translation,
} from '@tollgate/model-spec';
import { parseAnswer } from '../../domain/parse-answer';
import { addCitations } from './search-results';

/** How much of an answer is shown, and what is added to it. */
export interface TranslatedFace {
  readonly hidesReasoning: boolean;
  readonly citations: readonly Annotation[];
}

export interface TranslatedReading extends AnswerReading {
  /** What the client may see of it. */
  readonly visible: NeutralAnswer;
}

/** Raises upstream_unavailable. */
export function readTranslated(
  text: string,
  translation: Pick<Translation, 'readResponse'>,
  { citations, hidesReasoning }: TranslatedFace,
): TranslatedReading {
  const answer = addCitations(translation.readResponse(parseAnswer(text)), citations);
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
