import type { SearchPrompt } from '@tollgate/web-search';
import { editJson } from '@tollgate/model-kit';
import type {
  AnswerFace,
  Dialect,
  NeutralRequest,
  TextRequest,
  WebSearchWish,
} from '@tollgate/model-spec';
import { AppError } from '@tollgate/errors';
import type { Candidate } from '../../domain/candidate';
import {
  fitPlugins,
  namesWebSearch,
  wantsWebSearch,
  type CandidateSearch,
} from '../../domain/web-search';
import type { PlainReading, PreparedRequest } from '../../domain/endpoint';
import { limitTools } from './limit-tools';
import { parseAnswer } from '../../domain/parse-answer';
import { joinChoices } from './join-choices';
import { readTranslated } from './read-translated';
import { addSearch, listCitations } from './search-results';
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

/** What the client sees of a translated answer. */
export type TranslatingDialect = Pick<
  Dialect,
  'createStreamRenderer' | 'renderChoices' | 'renderResponse'
>;

type TranslatedInput = Omit<TextInput, 'clientHeaders' | 'dialect'> & {
  readonly dialect: TranslatingDialect;
};

/**
 * Bytes pass through when the provider speaks the client's dialect; all else goes through the
 * neutral model, also an answer to which citations are added.
 */
export function passesBytes(
  { adapter, search, target }: Pick<Candidate, 'adapter' | 'search' | 'target'>,
  dialect: Pick<Dialect, 'name'>,
): boolean {
  const addsCitations = search?.kind === 'engine' || (search && target.searchesAlways) === true;
  return adapter.nativeDialect === dialect.name && !addsCitations;
}

export function prepareText(input: TextInput): PreparedRequest {
  const { candidate, dialect, request } = input;
  const { search } = candidate;
  const prepared = passesBytes(candidate, dialect) ? passText(input) : translateText(input);
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
  const limited = candidate.byok === undefined ? limitTools(request) : request;
  const { body, bodyText } = setPlugins(limited, candidate.search);
  return {
    request: adapter.forwardRequest({
      body,
      bodyText,
      isStreaming,
      target,
      clientHeaders,
      ...(addedLimit !== undefined && { addedLimit }),
      ...(candidate.search?.kind === 'native' && {
        webSearch: keepOwnLimit(candidate.search, candidate, body),
      }),
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

/** Where nothing is held, a limit that the caller chose for all hosted tools stays. */
function keepOwnLimit(
  search: WebSearchWish,
  { byok }: Pick<Candidate, 'byok'>,
  { max_tool_calls: given }: TextRequest['body'],
): WebSearchWish {
  return byok !== undefined && typeof given === 'number' ? { ...search, usesMax: given } : search;
}

function setPlugins(
  { body, bodyText }: Pick<TextRequest, 'body' | 'bodyText'>,
  search: CandidateSearch | undefined,
): Pick<TextRequest, 'body' | 'bodyText'> {
  const { plugins, ...rest } = body;
  if (!Array.isArray(plugins) || !namesWebSearch(body)) return { body, bodyText };
  const sent = fitPlugins(plugins, search);
  if (sent === plugins) return { body, bodyText };
  const text = sent === undefined ? undefined : JSON.stringify(sent);
  return {
    body: sent === undefined ? rest : { ...rest, plugins: sent },
    bodyText: editJson(bodyText, new Map([['plugins', text]])),
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
  refuseAudio(request);
  const { plugins, ...rest } = request.toNeutral();
  const sent = plugins && fitPlugins(plugins, candidate.search);
  const asked = sent === undefined ? rest : { ...rest, plugins: sent };
  const limited = addedLimit === undefined ? asked : { ...asked, outputTokensMax: addedLimit };
  const fitted = fitOutput(limited, target.maxCompletionTokens);
  const neutral = addSearch(fitted, candidate.search, found);
  const citations = found === undefined ? [] : listCitations(found);
  const translation = adapter.translate({ request: neutral, isStreaming, target });
  const hidesReasoning = neutral.reasoning.isHidden === true;
  const dropped = neutral.droppedTools.join(', ');
  const shown = { dialect, face, request, hidesReasoning, citations };
  const prepared = {
    request: translation.request,
    headers: dropped === '' ? {} : { 'x-tollgate-dropped-tools': dropped },
    readFailure: (...answer: Parameters<PreparedRequest['readFailure']>) =>
      adapter.mapError(...answer),
    readPlain: (text: string) => {
      const { visible, ...reading } = readTranslated(text, translation, shown);
      const render: PlainReading['render'] = (settled) =>
        dialect.renderResponse(visible, { face, request }, settled);
      return { ...reading, upstreamUsage: undefined, render };
    },
    openStream: (onText: ((text: string) => void) | undefined) =>
      new TranslatedStream({
        reader: translation.createStreamReader(),
        renderer: dialect.createStreamRenderer({ face, request }),
        hidesReasoning,
        citations,
        onText,
      }),
  };
  return choices === 1 ? prepared : { ...prepared, joined: joinChoices(translation, shown) };
}

/** Only Chat has a place for spoken answers, so they pass as bytes or not at all. */
function refuseAudio({ body }: TextRequest): void {
  const { modalities } = body;
  if (!Array.isArray(modalities) || !modalities.includes('audio')) return;
  throw AppError.forParam(
    'invalid_modality_for_model',
    'modalities',
    'No provider of this model speaks in Chat: ask for "text", or choose a model that lists ' +
      'audio output and is served over the Chat protocol',
  );
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
