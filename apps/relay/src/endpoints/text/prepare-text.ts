import type { SearchPrompt } from '@tollgate/web-search';
import type {
  Annotation,
  AnswerFace,
  AnswerPart,
  Dialect,
  NeutralAnswer,
  NeutralRequest,
  TextRequest,
  Translation,
} from '@tollgate/model-spec';
import { AppError } from '@tollgate/errors';
import type { Candidate } from '../../domain/candidate';
import { wantsWebSearch } from '../../domain/web-search';
import type { PlainReading, PreparedRequest } from '../../domain/endpoint';
import { limitTools } from './limit-tools';
import { parseAnswer } from '../../domain/parse-answer';
import { addCitations, addSearch, listCitations } from './search-results';
import { TranslatedStream } from './translated-stream';

export interface TextInput {
  readonly dialect: Dialect;
  readonly request: TextRequest;
  readonly face: AnswerFace;
  readonly candidate: Pick<Candidate, 'adapter' | 'byok' | 'search' | 'target'>;
  readonly clientHeaders: Readonly<Record<string, string>>;
  /** An output limit of the gateway, where the caller set none. */
  readonly addedLimit?: number;
  /** Results of a web search of the gateway. */
  readonly found?: SearchPrompt | undefined;
}

type TranslatedInput = Omit<TextInput, 'clientHeaders' | 'dialect'> & {
  readonly dialect: Pick<Dialect, 'createStreamRenderer' | 'renderResponse'>;
};

/**
 * Bytes pass through when the provider speaks the client's dialect; all else goes through the
 * neutral model, also an answer to which citations are added.
 */
export function prepareText(input: TextInput): PreparedRequest {
  const { candidate, dialect, request } = input;
  const { adapter, search, target } = candidate;
  const addsCitations = search?.kind === 'engine' || (search && target.searchesAlways) === true;
  const isNative = adapter.nativeDialect === dialect.name && !addsCitations;
  const prepared = isNative ? passText(input) : translateText(input);
  if (search !== undefined || !wantsWebSearch(request.body)) return prepared;
  return { ...prepared, headers: { ...prepared.headers, 'x-tollgate-dropped': 'plugins.web' } };
}

function passText({
  addedLimit,
  candidate,
  clientHeaders,
  dialect,
  face,
  request,
}: TextInput): PreparedRequest {
  const { adapter, target } = candidate;
  const { isStreaming } = request;
  // An organization that pays its own provider sets its own limits.
  const { body, bodyText } = candidate.byok === undefined ? limitTools(request) : request;
  return {
    request: adapter.forwardRequest({
      body,
      bodyText,
      isStreaming,
      target,
      clientHeaders,
      ...(addedLimit !== undefined && { addedLimit }),
      ...(candidate.search?.kind === 'native' && { webSearch: candidate.search }),
    }),
    headers: {},
    readFailure: (...answer) => adapter.mapError(...answer),
    readPlain: (text) => {
      const answer = parseAnswer(text);
      return {
        ...adapter.readAnswer(answer),
        upstreamUsage: answer['usage'],
        render: (settled) => dialect.passResponse(text, { face, request }, settled),
      };
    },
    openStream: (onText, onPlainBytes) =>
      dialect.createPassStream({ face, request, adapter, onText, onPlainBytes }),
  };
}

/** A request and its answer by way of the neutral model; only the client's side is shown. */
export function translateText({
  addedLimit,
  candidate,
  dialect,
  face,
  found,
  request,
}: TranslatedInput): PreparedRequest {
  const { adapter, target } = candidate;
  const { choices, isStreaming } = request;
  if (choices > 1) {
    throw new AppError('unsupported_param', {
      message: 'This model gives one choice per call: n must be 1',
      param: 'n',
    });
  }
  const asked = request.toNeutral();
  const limited = addedLimit === undefined ? asked : { ...asked, outputTokensMax: addedLimit };
  const fitted = fitOutput(limited, target.maxCompletionTokens);
  const neutral = addSearch(fitted, candidate.search, found);
  const citations = found === undefined ? [] : listCitations(found);
  const translation = adapter.translate({ request: neutral, isStreaming, target });
  const hidesReasoning = neutral.reasoning.isHidden === true;
  const dropped = neutral.droppedTools.join(', ');
  return {
    request: translation.request,
    headers: dropped === '' ? {} : { 'x-tollgate-dropped-tools': dropped },
    readFailure: (...answer) => adapter.mapError(...answer),
    readPlain: (text) =>
      readTranslated(text, translation, { dialect, face, request, hidesReasoning, citations }),
    openStream: (onText) =>
      new TranslatedStream({
        reader: translation.createStreamReader(),
        renderer: dialect.createStreamRenderer({ face, request }),
        hidesReasoning,
        citations,
        onText,
      }),
  };
}

/**
 * Clients of Messages ask every model for the output of the largest: lowered to the model's limit.
 */
function fitOutput(request: NeutralRequest, limit: number | undefined): NeutralRequest {
  const { outputTokensMax } = request;
  if (limit === undefined || outputTokensMax === undefined || outputTokensMax <= limit)
    return request;
  return { ...request, outputTokensMax: limit };
}

function readTranslated(
  text: string,
  translation: Translation,
  shown: Pick<TranslatedInput, 'dialect' | 'face' | 'request'> & {
    readonly hidesReasoning: boolean;
    readonly citations: readonly Annotation[];
  },
): PlainReading {
  const { citations, dialect, face, hidesReasoning, request } = shown;
  const answer = addCitations(translation.readResponse(parseAnswer(text)), citations);
  const { extras, finishReason, nativeFinishReason, parts, usage } = answer;
  if (finishReason === 'error') {
    throw new AppError('upstream_unavailable', { message: 'The provider failed at its answer' });
  }
  const visible: NeutralAnswer = hidesReasoning
    ? { ...answer, parts: parts.filter(isNotReasoning) }
    : answer;
  return {
    hasContent: parts.length > 0 || finishReason !== undefined,
    finishReason,
    nativeFinishReason,
    usage,
    extras,
    upstreamUsage: undefined,
    render: (settled) => dialect.renderResponse(visible, { face, request }, settled),
  };
}

function isNotReasoning({ type }: AnswerPart): boolean {
  return type !== 'reasoning';
}
