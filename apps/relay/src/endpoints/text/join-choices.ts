import { AppError } from '@tollgate/errors';
import type { AnswerFace, TextRequest, Translation } from '@tollgate/model-spec';
import type {
  ChoiceStreams,
  JoinedRequests,
  PlainAnswer,
  PlainReading,
} from '../../domain/endpoint';
import { sumUsages } from '../../domain/sum-usages';
import type { TranslatingDialect } from './prepare-text';
import { readTranslated, type TranslatedFace } from './read-translated';
import { TranslatedStream } from './translated-stream';

/** A request that is sent more often would fill the connections to its provider. */
const choicesMax = 16;
/** All copies of a request are in memory at the same time. */
const bytesMax = 64 * 1024 * 1024;

export interface ShownChoices extends TranslatedFace {
  readonly dialect: TranslatingDialect;
  readonly face: AnswerFace;
  readonly request: TextRequest;
}

/**
 * Several choices of a provider that gives one per request: the request is sent once for each.
 * Raises unsupported_param.
 */
export function joinChoices(translation: Translation, shown: ShownChoices): JoinedRequests {
  const { request } = shown;
  const count = request.choices;
  checkCount(shown, Buffer.byteLength(translation.request.body));
  return {
    count,
    readPlain: (answers) => readChoices(answers, translation, shown),
    openStreams: (onText) => openStreams(translation, shown, onText),
  };
}

function checkCount({ dialect, request }: ShownChoices, bytes: number): void {
  const { choices } = request;
  if (dialect.renderChoices === undefined) {
    throw AppError.forParam('unsupported_param', 'n', 'n must be 1 for this model');
  }
  const most = Math.min(choicesMax, Math.max(1, Math.floor(bytesMax / bytes)));
  if (choices <= most) return;
  throw AppError.forParam(
    'unsupported_param',
    'n',
    `n must be at most ${most} for this request (got ${choices}): the provider of this model ` +
      'gives one choice per request. Send several requests for more',
  );
}

function readChoices(
  given: readonly PlainAnswer[],
  translation: Translation,
  shown: ShownChoices,
): PlainReading {
  const { dialect, face, request } = shown;
  const readings = given.map(({ text }) => readTranslated(text, translation, shown));
  const answers = readings.map(({ visible }) => visible);
  return {
    ...sumUsages(readings),
    hasContent: readings.every(({ hasContent }) => hasContent),
    finishReason: readings[0]?.finishReason,
    nativeFinishReason: readings[0]?.nativeFinishReason,
    upstreamUsage: undefined,
    render: (settled) => dialect.renderChoices?.(answers, { face, request }, settled) ?? '',
  };
}

function openStreams(
  translation: Translation,
  { citations, dialect, face, hidesReasoning, request }: ShownChoices,
  onText: ((text: string) => void) | undefined,
): ChoiceStreams {
  const renderers = Array.from({ length: request.choices }, (_unused, choice) =>
    dialect.createStreamRenderer({ face, request, choice }),
  );
  const streams = renderers.map((renderer) => {
    const reader = translation.createStreamReader();
    return new TranslatedStream({ reader, renderer, hidesReasoning, citations, onText });
  });
  return {
    streams,
    finish: (settled) => {
      const before = renderers.slice(0, -1).map((renderer) => renderer.finishChoice?.() ?? '');
      return before.join('') + (renderers.at(-1)?.finish(settled) ?? '');
    },
  };
}
