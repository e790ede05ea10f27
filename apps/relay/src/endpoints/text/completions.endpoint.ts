import {
  CompletionsPassStream,
  CompletionsRenderer,
  listDropped,
  parseRequest,
  passResponse,
  readAnswer,
  renderFailure,
  renderResponse,
  type CompletionsRequest,
} from '@tollgate/dialects/openai-completions';
import { AppError } from '@tollgate/errors';
import { editJson, keepAliveComment } from '@tollgate/model-kit';
import type { AnswerFace } from '@tollgate/model-spec';
import { completionTokensDefault, forwardCompletion } from '@tollgate/providers/openai';
import type { CatalogModel } from '../../catalog/catalog';
import { adoptModel } from '../../domain/adopt-model';
import type { Candidate } from '../../domain/candidate';
import type { Endpoint, InferenceRequest, PreparedRequest } from '../../domain/endpoint';
import { parseAnswer } from '../../domain/parse-answer';
import { readUnsupported } from '../../domain/read-unsupported';
import { checkChatModel } from './check-model';
import { translateText } from './prepare-text';

/**
 * OpenAI's legacy completions: passed on where the provider has the endpoint, otherwise translated
 * to a conversation of one message.
 */
export const completionsEndpoint: Endpoint = {
  parse: (raw) => {
    const { body, bodyText } = adoptModel(raw);
    return makeRequest({ request: parseRequest(bodyText, body), headers: {} });
  },
};

interface CompletionCall {
  readonly request: CompletionsRequest;
  readonly headers: Readonly<Record<string, string>>;
  /** An output limit of the gateway, where the caller set none. */
  readonly addedLimit?: number;
}

function makeRequest(call: CompletionCall): InferenceRequest {
  const { headers, request } = call;
  return {
    ...request,
    apiType: 'completions',
    keepAliveFrame: keepAliveComment,
    headers,
    estimatePromptTokens: () => request.estimatePromptTokens(),
    fitTo: (model) => {
      if (model.kind !== 'completion') checkChatModel(model, request);
      return makeRequest({ ...call, ...limitOutput(call, model) });
    },
    limitOutput: (tokens) => makeRequest({ ...call, addedLimit: tokens }),
    prepare: (candidate, face) =>
      isNative(candidate)
        ? passCompletion(request, candidate, face)
        : translateCompletion(call, candidate, face),
    renderFailure,
  };
}

/**
 * Lowers `max_tokens` to the maximum of the model. Completion models get the documented default
 * where the caller set none, so that little is held for them.
 */
function limitOutput(
  { headers, request }: CompletionCall,
  { kind, maxCompletionTokens: most = Number.POSITIVE_INFINITY }: CatalogModel,
): Pick<CompletionCall, 'headers' | 'request'> {
  const { body, bodyText, outputTokensMax: given } = request;
  if (given === undefined && kind !== 'completion') return { headers, request };
  const limit = Math.min(given ?? completionTokensDefault, most);
  if (limit === given) return { headers, request };
  const edits = new Map([['max_tokens', String(limit)]]);
  const limited = parseRequest(editJson(bodyText, edits), { ...body, max_tokens: limit });
  const isClamped = given !== undefined;
  return {
    request: limited,
    headers: isClamped ? { ...headers, 'x-tollgate-clamped': 'max_tokens' } : headers,
  };
}

/** The provider has this endpoint: for models that do nothing else, or by its parameters. */
function isNative({ adapter, model, target }: Candidate): boolean {
  if (model.kind !== 'completion')
    return adapter.protocol === 'openai' && target.supportedParameters.includes('prompt');
  if (adapter.protocol === 'openai') return true;
  const message = 'This provider has no completions endpoint';
  throw AppError.forParam('unsupported_param', 'model', message);
}

function passCompletion(
  request: CompletionsRequest,
  { adapter, target }: Candidate,
  face: AnswerFace,
): PreparedRequest {
  const { body, bodyText, isStreaming } = request;
  return {
    request: forwardCompletion({ body, bodyText, isStreaming, target }),
    headers: {},
    readFailure: (status, text, headers) =>
      readUnsupported(status, text, adapter.mapError(status, text, headers)),
    readPlain: (text) => {
      const answer = parseAnswer(text);
      return {
        ...readAnswer(answer, adapter),
        upstreamUsage: answer['usage'],
        render: (settled) => passResponse(text, answer, face, settled),
      };
    },
    openStream: (onText) => new CompletionsPassStream({ face, adapter, onText }),
  };
}

/** Raises: unsupported_param, max_tokens_invalid. */
function translateCompletion(
  { addedLimit, request }: CompletionCall,
  candidate: Candidate,
  face: AnswerFace,
): PreparedRequest {
  // Raised here, with the field that cannot be translated.
  const neutral = request.toNeutral();
  const prepared = translateText({
    candidate,
    face,
    request: { ...request, toNeutral: () => neutral },
    ...(addedLimit !== undefined && { addedLimit }),
    dialect: {
      renderResponse: (answer, _input, settled) =>
        renderResponse(answer, { face, request }, settled),
      createStreamRenderer: () => new CompletionsRenderer({ face, request }),
    },
  });
  const dropped = listDropped(request.body);
  if (dropped.length === 0) return prepared;
  const headers = { ...prepared.headers, 'x-tollgate-dropped': dropped.join(', ') };
  return { ...prepared, headers };
}
