import { renderOpenAiError, type AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import { formatData } from '@tollgate/model-kit';
import type { AnswerFace } from '@tollgate/model-spec';

export const doneFrame = formatData('[DONE]');

/** A failure after the stream began: an error frame without choices, then the terminal frame. */
export function renderFailure(error: AppError, { ulid }: Pick<AnswerFace, 'ulid'>): string {
  const body = renderOpenAiError(error);
  const metadata = { ...body.error.metadata, generation_id: formatGenerationId(ulid) };
  return formatData(JSON.stringify({ error: { ...body.error, metadata } })) + doneFrame;
}
