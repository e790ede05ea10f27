import { formatEvent } from '@tollgate/model-kit';
import { renderMessagesError, type AppError } from '@tollgate/errors';
import type { AnswerFace } from '@tollgate/model-spec';

/** A failure after the stream began. It is the last frame: no `message_stop` follows. */
export function renderFailure(error: AppError, face: Pick<AnswerFace, 'requestId'>): string {
  return formatEvent('error', JSON.stringify(renderMessagesError(error, face.requestId)));
}
