import type { AnswerReader } from '@tollgate/model-spec';
import { asFieldList, reportExtras } from '@tollgate/model-kit';
import { readStopWord } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readExtras, readFinishReason } from './read-answer';
import { readItem } from './read-item';

/** A whole response in the neutral model. */
export const readResponse: AnswerReader['readResponse'] = (body) => ({
  parts: asFieldList(body['output']).flatMap(readItem),
  finishReason: readFinishReason(body),
  nativeFinishReason: readStopWord(body),
  usage: mapUsage(body['usage']),
  extras: reportExtras(readExtras(body)),
});
