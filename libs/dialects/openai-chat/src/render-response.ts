import { editJson } from '@tollgate/provider-kit';

export interface AnswerFace {
  readonly generationId: string;
  /** The catalog's id, whatever the upstream calls the model. */
  readonly model: string;
}

/** An upstream's Chat answer as the client sees it: id, model and usage are ours. */
export function renderResponse(
  bodyText: string,
  face: AnswerFace,
  usage: Readonly<Record<string, unknown>>,
): string {
  return editJson(
    bodyText,
    new Map([
      ['id', JSON.stringify(face.generationId)],
      ['model', JSON.stringify(face.model)],
      ['usage', JSON.stringify(usage)],
      ['provider', undefined],
    ]),
  );
}
