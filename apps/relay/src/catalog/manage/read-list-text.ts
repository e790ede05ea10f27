import { readAnswerText } from '@tollgate/outbound';

const modelList = { bytesMax: 4 * 1024 * 1024, source: 'the list of models' };

/** The text of a list of models. Raises AnswerTooLongError: it is longer than any provider's. */
export function readListText(body: AsyncIterable<Buffer>): Promise<string> {
  return readAnswerText(body, modelList);
}
