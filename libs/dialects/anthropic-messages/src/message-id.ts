import type { AnswerFace } from '@tollgate/model-spec';

/** The id of a generation as this dialect shows it. */
export function formatMessageId({ ulid }: Pick<AnswerFace, 'ulid'>): string {
  return `msg_${ulid}`;
}
