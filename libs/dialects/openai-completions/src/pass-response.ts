import { formatGenerationId } from '@tollgate/ids';
import { asFieldList, asText, editJson, type Fields } from '@tollgate/model-kit';
import type {
  AnswerFace,
  AnswerReading,
  ProviderAdapter,
  SettledUsage,
} from '@tollgate/model-spec';
import { renderUsage } from './render-usage';

/** Usage and end of an answer that passes as bytes. */
export function readAnswer(
  body: Fields,
  { mapStopReason, mapUsage }: Pick<ProviderAdapter, 'mapStopReason' | 'mapUsage'>,
): AnswerReading {
  const choices = asFieldList(body['choices']);
  const word = choices[0]?.['finish_reason'];
  return {
    hasContent: choices.some(({ text }) => typeof text === 'string'),
    finishReason: mapStopReason(word),
    nativeFinishReason: asText(word),
    usage: mapUsage(body['usage']),
  };
}

/** An upstream's completion as the client sees it: id, model and usage are ours. */
export function passResponse(
  bodyText: string,
  body: Fields,
  face: AnswerFace,
  settled: SettledUsage,
): string {
  const edits = new Map<string, string | undefined>([
    ['id', JSON.stringify(formatGenerationId(face.ulid))],
    ['object', '"text_completion"'],
    ['model', JSON.stringify(face.model)],
    ['usage', JSON.stringify(renderUsage(settled))],
    ['provider', undefined],
  ]);
  if (typeof body['created'] !== 'number') edits.set('created', String(face.createdAtSeconds));
  return editJson(bodyText, edits);
}
